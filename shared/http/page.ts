import * as z from 'zod/mini'
import { optionalQuery, wholeNumber } from './fields.ts'

export const defaultPageSize = 5
export const maxPageSize = 100
/** Page numbers past this are refused, so that an offset always fits an integer. */
export const maxPageNumber = 10_000_000

/** Query parameters of every list. */
export const pageQuery = {
  pageNumber: optionalQuery(wholeNumber(1, maxPageNumber)),
  pageSize: optionalQuery(wholeNumber(1, maxPageSize)),
}

export const pagination = z.object({
  currentPage: z.int(),
  pageSize: z.int(),
  totalCount: z.int(),
  totalPages: z.int(),
})

export type Pagination = z.output<typeof pagination>

/** What a client shows before the first answer. */
export const emptyPagination: Pagination = { currentPage: 1, pageSize: defaultPageSize, totalCount: 0, totalPages: 0 }

/** Totals of a list: an empty list has 0 pages; a page past the end keeps its number. */
export function paginationOf(page: { number: number; size: number }, totalCount: number): Pagination {
  return { currentPage: page.number, pageSize: page.size, totalCount, totalPages: Math.ceil(totalCount / page.size) }
}
