const pageSizes = [5, 10, 25, 50, 100]

/** Returns the offered page sizes, and the current one if a link has another. */
export function pageSizesWith(current: number): readonly number[] {
  return pageSizes.includes(current) ? pageSizes : [...pageSizes, current].toSorted((one, other) => one - other)
}
