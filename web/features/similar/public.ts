/** What other features may use of the search for similar bugs. */
export { Candidates } from './candidates.tsx'
export { CompareDialog } from './compare-dialog.tsx'
export { SimilarBugs } from './similar-bugs.tsx'
export { useCandidates } from './use-candidates.ts'
