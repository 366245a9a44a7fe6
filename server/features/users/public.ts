export { hashPassword, isPassword } from './password.ts'
export { hasAdministrator, insertUser, type NewUser, normalEmail, roleNames } from './user-store.ts'
