export { type BugIndex, indexOf } from './bug-index.ts'
export { commentsColumn } from './comments-beside.ts'
export { correctSearch } from './correct-search.ts'
export {
  commentWords,
  commentWordsPart,
  indexComment,
  insertIndexedBug,
  newBugParameters,
  newBugPart,
  newBugValues,
  reindexBug,
  reindexComment,
} from './index-store.ts'
export { anyWordQuery, type Leaf, wordQuery } from './leaves.ts'
export { lineLexemes } from './lexemes.ts'
export { findMatches } from './find-matches.ts'
export { matchMemoryOf } from './match-memory.ts'
export { type AgeSearch, mostChanged, type News, newsColumns, type WordSearch } from './match-statements.ts'
export type { BitSet } from './bit-set.ts'
export { openSearch, type OpenSearch } from './open-search.ts'
export {
  allOf,
  mayNameBug,
  rankedCandidates,
  rankedLeaves,
  type RankedLeaf,
  rankingLeaves,
  rankSql,
  titledSql,
} from './ranking.ts'
export { chatConditions, indexedPart, searchSource } from './search-plan.ts'
export type { KnownMatches, StandingMatches } from './remembered-search.ts'
export { storeIndexes } from './store-indexes.ts'
export { Values } from './term-sql.ts'
export { upgradeSearch } from './upgrade-index.ts'
export { lettersOf } from './vocabulary.ts'
export { sharedLook } from './shared-look.ts'
