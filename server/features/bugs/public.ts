export { holdBug, type LockedBug, lockBug, updateBug } from './bug-store.ts'
export { noSuchBug, requireBug, viewBug } from './bug-view.ts'
export { bugAbilities } from './policy.ts'
export { createBug } from './create-bug.ts'
