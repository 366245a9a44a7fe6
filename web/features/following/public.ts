/** What other features may use of following and joining bugs. */
export { affectedWords } from './affected-words.ts'
export { BugInterest } from './bug-interest.tsx'
export { useInterest } from './use-interest.ts'
export { useJoin } from './use-join.ts'
