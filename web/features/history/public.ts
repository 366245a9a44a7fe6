/** What other features may use of the history. */
export { actorName, entrySentence } from '#shared/history/entry-words.ts'
export type { Block, DifferenceLine } from './difference/text-difference.ts'
export { BugTimeline } from './timeline.tsx'
export { keepTimelineComment, knowsEntry } from './timeline-cache.ts'
export { timelineQuery } from './timeline-queries.ts'

/** Loads the comparison of texts, which most pages do without. */
export const textDifference = () => import('./difference/text-difference.ts')
