export { NotificationBell } from './notification-bell.tsx'
export { useSeen } from './use-seen.ts'
