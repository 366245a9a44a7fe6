/** What other features may use of views. */
export { turnBellOff } from './bell-store.ts'
