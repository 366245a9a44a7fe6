import type { Pattern } from '#testing/markdown-generator.ts'

/** Processor time is measured in steps of some milliseconds, so less than this shows no growth. */
const least = 60
const parts = 16
/** Linear time makes no difference here, quadratic time one of the factor `parts`: this is between the two. */
const mostGrowth = 4
const tries = 4

/**
 * Runs the same work on each text, and where that takes long, on as much in short texts of the same kind.
 * @returns the texts for which it took much more than for the short ones together
 */
export function growsTooFast(work: (text: string) => unknown, patterns: readonly Pattern[], length: number): string[] {
  return patterns.flatMap(({ name, text }) => {
    if (timeOf(work, text(length)) < least) return []
    const short = text(length / parts)
    let [whole, together] = [Infinity, Infinity]
    for (let n = 0; n < tries; n++) {
      together = Math.min(together, timeOf(work, short, parts))
      whole = Math.min(whole, timeOf(work, text(length)))
      // What took long once, and not again, waited for something else.
      if (whole < Math.max(least, mostGrowth * together)) return []
    }
    return [`${name}: ${whole.toFixed(0)} ms, ${together.toFixed(0)} in ${parts} parts`]
  })
}

/** Returns the milliseconds of processor time of this thread, `times` over, without what else the machine does. */
export function timeOf(work: (text: string) => unknown, text: string, times = 1): number {
  const before = process.threadCpuUsage()
  for (let n = 0; n < times; n++) work(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
