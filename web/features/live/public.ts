/** What other features may use of live pages. */
export { useLiveBug } from './use-live-bug.ts'
export { useWatching } from './use-watching.ts'
export { Viewers } from './viewers.tsx'
