/** What other features may use of the bugs. */
export {
  ChoiceIcon,
  ClassificationBadge,
  FieldBadge,
  FieldBadges,
  BugLabels,
  BugOrigin,
  OpenClosedBadge,
  PrivateMark,
  StateBadge,
  StatusBadge,
  UnassignedBadge,
} from './badges.tsx'
export { askNext, askWords, isAskedNext, mayAsk } from './asking.ts'
export { WaitingMark } from './waiting-mark.tsx'
export { BugLink } from './bug-link.tsx'
export { BugEvidence } from './bug-evidence.tsx'
export { ReportedTexts } from './reported-texts.tsx'
export { ClassifyCard } from './classify-card.tsx'
export { readClassification } from './classify-reading.ts'
export { BugTextFields } from './bug-text-fields.tsx'
export { bugTextLabels, type BugTextName, bugTextNames, type BugTexts, hasEmptyText } from './bug-texts.ts'
export { useBugTextFields } from './use-bug-text-fields.ts'
export {
  bulkValueOf,
  type ManyName,
  changeOfMany,
  type PendingChangeOfMany,
  shownChange,
  type ShownOfMany,
} from './changes-of-many.ts'
export { bugListQuery } from './bug-list-query.ts'
export { bugFromLists, bugKeys, bugQuery, keepBug, showOfBug } from './bug-queries.ts'
export {
  type BugChange,
  makeBugChange,
  type PendingChange,
  useBugChange,
  useIsChanging,
  useLastFailure,
  useLastMade,
  useShownBug,
  useShownBugs,
} from './pending-changes.ts'
export { InvalidBug } from './invalid-bug.tsx'
export { mostOfWork, untriagedQuery, waitingForMe, workQueries } from './work-queries.ts'
export { activeFilters, type FilterName, type ListSearch, parseListSearch, toListQuery } from './list-search.ts'
