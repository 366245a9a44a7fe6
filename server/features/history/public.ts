export { type Clash, mergeChanges } from './merge-changes.ts'
export { type Deviation, type Verification, verifyHistory } from './verify-history.ts'
export {
  payloadOf,
  type Undo,
  type Undoers,
  type Waits,
  isChangedSince,
  possibly,
  refuseChangedSince,
  undoRefusal,
} from './undo-change.ts'
export { changesSince, conflictError, isStale, refuseStale } from './stale-change.ts'
