const pageSizes = [5, 10, 25, 50, 100]

/** The page sizes on offer, and the current one if a link brought another. */
export function pageSizesWith(current: number): readonly number[] {
  return pageSizes.includes(current) ? pageSizes : [...pageSizes, current].toSorted((one, other) => one - other)
}
