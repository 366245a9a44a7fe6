export { meetContact } from './contact.ts'
export { hashPassword, isPassword } from './password.ts'
export { holdsAll } from './policy.ts'
export { hasAdministrator, insertUser, type NewUser, normalEmail } from './user-store.ts'
