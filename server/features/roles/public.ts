export { roleNames } from './role-matrix.ts'
