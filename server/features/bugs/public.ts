export { type LockedBug, lockBug, noteComment, rewriteWords } from './bug-store.ts'
export { bugWords, withinLimit } from './bug-words.ts'
export { noSuchBug, requireBug, viewBug } from './bug-view.ts'
export { createBug } from './create-bug.ts'
