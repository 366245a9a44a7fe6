import { diff3Merge } from 'node-diff3'

/**
 * Pairs of equal lines that the search for a common text may look at. It is slow where very many lines are alike (a
 * log of thousands of empty lines), and a merge must not hold up everybody else.
 */
const mostPairs = 40_000
/** The same for lines that differ: the search is done between the first and the last difference. */
const mostLines = 4_000

/**
 * Joins two changes of one text, line by line: what only one side changed is taken from that side.
 * @param base what both began from
 * @returns undefined where both changed the same lines, or lines side by side in different ways
 */
export function mergeTexts(base: string, theirs: string, yours: string): string | undefined {
  if (theirs === yours || base === theirs) return yours
  if (base === yours) return theirs
  const texts = { base: base.split('\n'), theirs: theirs.split('\n'), yours: yours.split('\n') }
  const { before, after } = commonEnds(texts)
  const inner = {
    base: within(texts.base, before, after),
    theirs: within(texts.theirs, before, after),
    yours: within(texts.yours, before, after),
  }
  if (Math.max(inner.base.length, inner.theirs.length, inner.yours.length) > mostLines) return undefined
  if (pairs(inner.base, inner.theirs) + pairs(inner.base, inner.yours) > mostPairs) return undefined

  const merged: string[] = []
  for (const region of diff3Merge(inner.theirs, inner.base, inner.yours, { excludeFalseConflicts: true })) {
    const lines = region.ok ?? (region.conflict && lineByLine(region.conflict))
    if (!lines) return undefined
    merged.push(...lines)
  }
  return [...texts.base.slice(0, before), ...merged, ...texts.base.slice(texts.base.length - after)].join('\n')
}

/** Lines side by side, each changed by one side only: as long as none was added or taken away, it is clear which is which. */
function lineByLine({ a, o, b }: { a: string[]; o: string[]; b: string[] }): string[] | undefined {
  if (a.length !== o.length || b.length !== o.length) return undefined
  const lines: string[] = []
  for (const [index, base] of o.entries()) {
    const [theirs = '', yours = ''] = [a[index], b[index]]
    if (theirs !== base && yours !== base && theirs !== yours) return undefined
    lines.push(theirs === base ? yours : theirs)
  }
  return lines
}

type Three<T> = Readonly<Record<'base' | 'theirs' | 'yours', T>>

/** How many lines all three have in common at their beginning, and then at their end. */
function commonEnds({ base, theirs, yours }: Three<readonly string[]>): { before: number; after: number } {
  const shortest = Math.min(base.length, theirs.length, yours.length)
  let before = 0
  while (before < shortest && base[before] === theirs[before] && base[before] === yours[before]) before++
  let after = 0
  const fromEnd = (lines: readonly string[]) => lines[lines.length - 1 - after]
  while (after < shortest - before && fromEnd(base) === fromEnd(theirs) && fromEnd(base) === fromEnd(yours)) after++
  return { before, after }
}

const within = (lines: readonly string[], before: number, after: number) => lines.slice(before, lines.length - after)

/** How many pairs of equal lines two texts have. */
function pairs(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1)
  return other.reduce((sum, line) => sum + (counts.get(line) ?? 0), 0)
}
