export { type BugEventType, bugEventTypes, isEntryId, noSuchEntry, requireEntry, timelineKinds } from './bug-events.ts'
export { bugFactColumns, bugFactJoins, type BugFactRow, presentListItem } from './bug-presenter.ts'
export {
  commentCountPart,
  holdBug,
  insertBug,
  keepAffectedCounts,
  type LockedBug,
  lockBug,
  type NewBug,
  newBugPart,
  updateBug,
} from './bug-store.ts'
export { fieldRules } from './field-rules.ts'
export { insertBugs, setOriginals, type StoredBug } from './many-bugs.ts'
export { bugAbilities } from './policy.ts'
export { noSuchBug, requireBug } from './require-bug.ts'
