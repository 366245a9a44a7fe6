/** What other features may use of what belongs to no feature. */
export { LeaveGuard } from './leave-guard.tsx'
