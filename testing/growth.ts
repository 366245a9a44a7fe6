import type { Pattern } from './markdown-generator.ts'

/** Less processor time than this, in milliseconds, says nothing of how it grows. */
const least = 15
/** Time in proportion to the length doubles, time by its square is four times as much; machines are not exact. */
const mostGrowth = 3.5
const tries = 6

/**
 * Does the same work on each text, on the half of it, and where that took suspiciously long on twice the text.
 * @returns the texts for which it took more than their length explains
 */
export function growsTooFast(work: (text: string) => unknown, patterns: readonly Pattern[], length: number): string[] {
  return patterns.flatMap(({ name, text }) => {
    if (timeOf(work, text(length)) < least || !isSteep(work, text, length) || !isSteep(work, text, 2 * length))
      return []
    return [
      `${name}: ${timeOf(work, text(length)).toFixed(0)} ms, ${timeOf(work, text(2 * length)).toFixed(0)} for twice as much`,
    ]
  })
}

/** Whether a text of this length takes much more than twice of what the half takes, however often that is tried. */
function isSteep(work: (text: string) => unknown, text: (length: number) => string, length: number): boolean {
  const [whole, half] = [text(length), text(length / 2)]
  let [long, short] = [Infinity, Infinity]
  for (let n = 0; n < tries && (n === 0 || long < 500); n++) {
    short = Math.min(short, timeOf(work, half))
    long = Math.min(long, timeOf(work, whole))
    if (long / short < mostGrowth) return false
  }
  return true
}

/** Milliseconds of processor time that this thread takes: what else the machine does is not in it. */
export function timeOf(work: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage()
  work(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
