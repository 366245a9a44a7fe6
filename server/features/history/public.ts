export { type Clash, mergeChanges } from './merge-changes.ts'
export { customChangesIn } from './rebuild-bug.ts'
export { type Deviation, type Verification, verifyHistory } from './verify-history.ts'
export { presentEntry } from './timeline-presenter.ts'
export { requireEvent, timelineEntries } from './timeline.ts'
export {
  changesOfBulk,
  originalsBeforeBulk,
  payloadOf,
  type Undo,
  type Undoers,
  type Waits,
  isChangedSince,
  possibly,
  refuseChangedSince,
  takeBack,
  undoRefusal,
} from './undo-change.ts'
export { changesSince, conflictError, isStale, refuseStale } from './stale-change.ts'
