/** What other features may use of searching with words. */
export { conditionWords } from './condition-words.ts'
export { controlsIn, hasWords, withControl, type WordedControls } from './controls.ts'
export { CorrectedNotice } from './corrected-notice.tsx'
export { MarkedText } from './marked-text.tsx'
export { mistakeIn } from './mistake-in.ts'
export { queryParts, withoutSpans } from './query-parts.ts'
export { SearchField } from './search-field.tsx'
export { Snippets } from './snippets.tsx'
