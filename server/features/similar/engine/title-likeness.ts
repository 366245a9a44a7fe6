/** More than the term numbers that a posting has room for. */
const termNumbers = 2 ** 24

/** Pairs of terms that stand side by side. */
export function neighbours(title: readonly number[]): Set<number> {
  const pairs = new Set<number>()
  for (let at = 1; at < title.length; at++) {
    const [one, other] = [title[at - 1] as number, title[at] as number]
    if (one >= 0 && other >= 0) pairs.add(one * termNumbers + other)
  }
  return pairs
}

/** Share of the pairs that stand side by side in this title too. */
export function pairsShared(pairs: ReadonlySet<number>, title: readonly number[]): number {
  if (pairs.size === 0) return 0
  let shared = 0
  for (const pair of neighbours(title)) if (pairs.has(pair)) shared++
  return shared / pairs.size
}

/** The most terms that stand one after the other in both titles; -1 is a term that no report has. */
export function longestRun(title: readonly number[], other: readonly number[]): number {
  let longest = 0
  let before = new Uint16Array(other.length + 1)
  for (const term of title) {
    const runs = new Uint16Array(other.length + 1)
    if (term >= 0) {
      for (const [at, otherTerm] of other.entries()) {
        if (otherTerm !== term) continue
        const run = (before[at] as number) + 1
        runs[at + 1] = run
        if (run > longest) longest = run
      }
    }
    before = runs
  }
  return longest
}
