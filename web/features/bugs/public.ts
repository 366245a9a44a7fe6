/** What other features may use of the bugs. */
export { ClassificationBadge, Labels, OpenClosedBadge, StatusBadge, UnassignedBadge } from './badges.tsx'
export { ClassifyCard } from './classify-card.tsx'
export { BugTextFields } from './bug-text-fields.tsx'
export { bugTextErrors, type BugTextName, type BugTexts, hasEmptyText } from './bug-texts.ts'
export { bugKeys, bugQuery, keepBug } from './bug-queries.ts'
export { useBugChange, useShownBug } from './pending-changes.ts'
export { InvalidBug } from './invalid-bug.tsx'
