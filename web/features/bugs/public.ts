/** What other features may use of the bugs. */
export {
  ClassificationBadge,
  FieldBadge,
  FieldBadges,
  Labels,
  OpenClosedBadge,
  StatusBadge,
  UnassignedBadge,
} from './badges.tsx'
export { ClassifyCard } from './classify-card.tsx'
export { readClassification } from './classify-reading.ts'
export { BugTextFields } from './bug-text-fields.tsx'
export {
  bugTextErrors,
  bugTextLabels,
  type BugTextName,
  bugTextNames,
  type BugTexts,
  hasEmptyText,
} from './bug-texts.ts'
export { bugListQuery } from './bug-list-query.ts'
export { bugFromLists, bugKeys, bugQuery, keepBug } from './bug-queries.ts'
export {
  type BugChange,
  isChanging,
  makeBugChange,
  type PendingChange,
  useBugChange,
  useIsChanging,
  useLastFailure,
  useShownBug,
  useShownBugs,
} from './pending-changes.ts'
export { InvalidBug } from './invalid-bug.tsx'
export { activeFilters, type FilterName, type ListSearch, parseListSearch, toListQuery } from './list-search.ts'
