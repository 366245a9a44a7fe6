import type { Pagination } from '#shared/http/page.ts'

/** The first and last result of a page, counted from 1; both 0 when there is none. */
export function shownRange(page: Pagination): { first: number; last: number } {
  return {
    first: Math.min((page.currentPage - 1) * page.pageSize + 1, page.totalCount),
    last: Math.min(page.currentPage * page.pageSize, page.totalCount),
  }
}
