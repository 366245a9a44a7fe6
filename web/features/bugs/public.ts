/** What other features may use of the bugs. */
export { ClassificationBadge, Labels, OpenClosedBadge, StatusBadge, UnassignedBadge } from './badges.tsx'
export { ClassifyCard } from './classify-card.tsx'
export { bugKeys, bugQuery, keepBug } from './bug-queries.ts'
export { InvalidBug } from './invalid-bug.tsx'
export { Collapsible, isLong, PlainText } from './plain-text.tsx'
export { TextArea } from './text-area.tsx'
export { useDraft } from './use-draft.ts'
