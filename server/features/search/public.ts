export { type BugIndex, indexOf } from './bug-index.ts'
export { editDistance } from './edit-distance.ts'
export { beginningOf } from './find-hits.ts'
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
export { markdownSnippetMaker } from './markdown-snippet.ts'
export { plainLine } from './plain-text.ts'
export { indexedPart, planOf, type SearchPlan } from './search-plan.ts'
export { type Snippet, snippetMaker } from './snippet.ts'
export { storeIndexes } from './store-indexes.ts'
export { upgradeSearch } from './upgrade-index.ts'
export { isCorrectable, lettersOf, shortestCorrected } from './vocabulary.ts'
