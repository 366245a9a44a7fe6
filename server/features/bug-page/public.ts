export { viewBug } from './view-bug.ts'
