/** Page numbers on either side of the current one. */
const reach = 2

/** Returns the current page with up to two page numbers on either side, within 1 and `pageCount`. */
export function pageNumbersAround(page: number, pageCount: number): number[] {
  const first = Math.max(1, page - reach)
  const last = Math.min(pageCount, page + reach)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
