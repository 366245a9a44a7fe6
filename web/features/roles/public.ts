/** What other features may use of the roles. */
export { permissionWords } from './permission-words.ts'
export { roleMatrixQuery } from './role-queries.ts'
