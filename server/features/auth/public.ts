export { type AuthLimits, openAuthLimits } from './limits.ts'
export { insertSession } from './session-store.ts'
export { openSessions, type Sessions } from './sessions.ts'
