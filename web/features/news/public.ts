export { NewsBell } from './news-bell.tsx'
export { useSeen } from './use-seen.ts'
