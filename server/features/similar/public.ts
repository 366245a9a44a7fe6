export { openSimilar, type SimilarBugs } from './similar-bugs.ts'
