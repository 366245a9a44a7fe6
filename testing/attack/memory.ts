/** Memory of this process in MB. */
export interface Memory {
  readonly heap: number
  readonly resident: number
}

const mebibyte = 1024 * 1024

/** Measures after a full garbage collection. @throws Error without `--expose-gc` */
export function measureMemory(): Memory {
  if (!globalThis.gc) throw new Error('start it with --expose-gc')
  for (let n = 0; n < 3; n++) globalThis.gc()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: Math.round((heapUsed / mebibyte) * 10) / 10, resident: Math.round(rss / mebibyte) }
}

/** Growth of the heap in MB that a run may leave behind, for caches that fill up to their limits. */
const tolerated = 25

/** Returns a sentence when the heap kept growing between the end of the warm-up and the end of the run. */
export function growthOf(warm: Memory, end: Memory): string | undefined {
  if (end.heap - warm.heap <= tolerated) return undefined
  return `the heap grew from ${warm.heap} to ${end.heap} MB`
}
