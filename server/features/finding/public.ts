export { type AskedSearch, searchOf } from './asked-query.ts'
export { countFound, findEach } from './find.ts'
export { idsFound } from './list-bugs.ts'
