import * as z from 'zod/mini'
import { optionalQuery, queryFlag, text, wholeNumber } from './fields.ts'

export const defaultPageSize = 5
export const maxPageSize = 100
/** Largest accepted page number, so that an offset always fits an integer. */
export const maxPageNumber = 10_000_000

/** Oldest age that a filter accepts, in days (a thousand years). */
export const maxAgeDays = 365_000
export const maxKeywordsLength = 500

/** What every list is narrowed and ordered by. Ages are whole days, inclusive. */
export const searchQuery = {
  keywords: optionalQuery(text(maxKeywordsLength)),
  minAge: optionalQuery(wholeNumber(0, maxAgeDays)),
  maxAge: optionalQuery(wholeNumber(0, maxAgeDays)),
  sortByInvert: optionalQuery(queryFlag),
}

/** Query parameters of every list. */
export const listQuery = {
  ...searchQuery,
  pageNumber: optionalQuery(wholeNumber(1, maxPageNumber)),
  pageSize: optionalQuery(wholeNumber(1, maxPageSize)),
}

/** The additional check of a list's query: the least age must not exceed the greatest. */
export const agesInOrder = z.refine<{ minAge?: number | undefined; maxAge?: number | undefined }>(
  (query) => (query.minAge ?? 0) <= (query.maxAge ?? Infinity),
  { path: ['minAge'], message: 'must not be greater than maxAge' },
)

export const pagination = z.object({
  currentPage: z.int(),
  pageSize: z.int(),
  totalCount: z.int(),
  totalPages: z.int(),
})

export type Pagination = z.output<typeof pagination>

/** What a client shows before the first answer. */
export const emptyPagination: Pagination = { currentPage: 1, pageSize: defaultPageSize, totalCount: 0, totalPages: 0 }

/** Computes the totals of a list: an empty list has 0 pages; a page past the end keeps its number. */
export function paginationOf(page: { number: number; size: number }, totalCount: number): Pagination {
  return { currentPage: page.number, pageSize: page.size, totalCount, totalPages: Math.ceil(totalCount / page.size) }
}
