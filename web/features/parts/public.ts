export { type Part, partsByName, partsLike, partsQuery, progressQuery, usePartNames } from './part-queries.ts'
