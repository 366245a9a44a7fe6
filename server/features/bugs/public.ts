export { type LockedBug, lockBug, noteComment, rewriteWords } from './bug-store.ts'
export { bugWords, withinLimit } from './bug-words.ts'
export { requireBug } from './bug-view.ts'
export { createBug, oncePerKey } from './create-bug.ts'
