export { lockBug, noteComment } from './bug-store.ts'
export { bugWords, withinLimit } from './bug-words.ts'
