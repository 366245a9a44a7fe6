export { checkImport, importBugs, type ImportSummary, type ImportWatch } from './import-bugs.ts'
export { ImportFileError } from './import-file-error.ts'
export { sourceLines, type SourceLine } from './source-lines.ts'
export { tidyTables } from './tidy-tables.ts'
