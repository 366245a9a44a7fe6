import type { Pattern } from './markdown-generator.ts'

/** Processor time is told in steps of some milliseconds; less than this says nothing of how it grows. */
const least = 60
const parts = 8
/** Time in proportion to the length makes no difference here, time by its square makes one of `parts`. */
const mostGrowth = parts / 2
const tries = 4

/**
 * Does the same work on each text, and where that takes long, on as much in short texts of the same kind.
 * @returns the texts for which it took much more than the short ones together
 */
export function growsTooFast(work: (text: string) => unknown, patterns: readonly Pattern[], length: number): string[] {
  return patterns.flatMap(({ name, text }) => {
    if (timeOf(work, text(length)) < least) return []
    const short = text(length / parts)
    let [whole, together] = [Infinity, Infinity]
    for (let n = 0; n < tries; n++) {
      together = Math.min(together, timeOf(work, short, parts))
      whole = Math.min(whole, timeOf(work, text(length)))
      if (whole < mostGrowth * together) return []
    }
    return [`${name}: ${whole.toFixed(0)} ms, ${together.toFixed(0)} in ${parts} parts`]
  })
}

/** Milliseconds of processor time that this thread takes, `times` over: what else the machine does is not in it. */
export function timeOf(work: (text: string) => unknown, text: string, times = 1): number {
  const before = process.threadCpuUsage()
  for (let n = 0; n < times; n++) work(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
