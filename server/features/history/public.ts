export { type Clash, mergeChanges } from './merge-changes.ts'
export { rebuildBug, type KeptEvent, type RebuiltBug } from './rebuild-bug.ts'
export { payloadOf, type Undo, type Undoers, undoRefusal } from './undo-change.ts'
export { changesSince, conflictError, isStale, refuseStale } from './stale-change.ts'
