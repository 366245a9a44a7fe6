/** What other features may use of merging bugs. */
export { MergeDialog } from './merge-dialog.tsx'
export { MergeIntoOriginal } from './merge-into-original.tsx'
export { mergedCommentWords } from './merge-words.ts'
export { MergedBanner } from './merged-banner.tsx'
export { type MergeTarget, useMerge } from './use-merge.ts'
