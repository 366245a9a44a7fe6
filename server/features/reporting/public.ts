export { createBug } from './create-bug.ts'
