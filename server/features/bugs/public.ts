export {
  type BugEventType,
  bugEventTypes,
  eventTypesFor,
  isEntryId,
  isInternalEvent,
  noSuchEntry,
  requireEntry,
  timelineKinds,
} from './bug-events.ts'
export { freeNumbers, idOfKey, keyText, numberByAge, takeNumber } from './bug-keys.ts'
export { bugLinkJson } from './bug-link.ts'
export { type BugNames, namesIn } from './bug-names.ts'
export { bugFactColumns, bugFactJoins, type BugFactRow, presentListItem } from './bug-presenter.ts'
export {
  commentCountPart,
  firstProductId,
  firstProductNumber,
  type HeldBug,
  holdBug,
  insertBug,
  keepAffectedCounts,
  type LockedBug,
  lockBug,
  lockLinkedBugs,
  lockOriginalOf,
  lockTotals,
  type NewBug,
  newBugPart,
  setWaiting,
  updateBug,
} from './bug-store.ts'
export { bugsOf, giveBugs } from './give-bugs.ts'
export { fieldRules } from './field-rules.ts'
export { insertBugs, setOriginals, type StoredBug } from './many-bugs.ts'
export { bugAbilities, isOfTeam } from './policy.ts'
export { letIn, shutOut } from './readers.ts'
export { noSuchBug, requireBug, seenFacts } from './require-bug.ts'
export { refuseToAsk } from './refuse-to-ask.ts'
export { noteReminder, openQuestion, type Question, type WaitingBug, waitingBugs } from './waiting-bugs.ts'
export { turnAfter } from './turns.ts'
