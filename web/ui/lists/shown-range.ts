/** Returns the numbers of the first and last result of a page, counted from 1; both 0 when there is none. */
export function shownRange(page: { currentPage: number; pageSize: number; totalCount: number }): {
  first: number
  last: number
} {
  return {
    first: Math.min((page.currentPage - 1) * page.pageSize + 1, page.totalCount),
    last: Math.min(page.currentPage * page.pageSize, page.totalCount),
  }
}
