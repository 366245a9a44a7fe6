import { codeCount, countsOfEntry, proseCount, slotOfEntry, titleCount } from './entries.ts'
import type { QueryTerm } from './query-terms.ts'
import { longestText } from './report-words.ts'
import type { Known } from './similar-index.ts'
import type { Visible } from './visibility.ts'
import type { LexicalWeights } from './weights.ts'

/** A report that shares words with the query. */
export interface Hit {
  readonly slot: number
  readonly score: number
}

/** Number of reports from which on a term is common enough for the check below. */
const commonTerm = 3000

/** Grows with the index; one query is answered at a time. */
let scores = new Float64Array(0)
let touched = new Int32Array(0)

/**
 * Scores reports by BM25 over all fields together, with one saturation.
 * @param terms of the query that count
 * @returns the `most` best, best first; equal ones in order of creation, then of id
 */
export function retrieve(
  known: Known,
  visible: Visible,
  weights: LexicalWeights,
  terms: readonly QueryTerm[],
  most: number,
): Hit[] {
  const { reports, postings } = known
  const { titleLength, proseLength, codeLength } = reports
  if (scores.length < reports.end) {
    scores = new Float64Array(Math.ceil(reports.end * 1.2))
    touched = new Int32Array(scores.length)
  }
  const sum = scores
  const found = touched
  let count = 0
  const filtered = visible.count < reports.size
  const { title: titleShare, prose: proseShare, code: codeShare } = lengthShares(visible, weights)
  // No report gains more than the weights of the remaining terms. When that is less than the best scores so far, a
  // report that has none of the earlier terms can't be among the best. The check itself costs time too.
  let left = terms.reduce((total, { weight }) => total + weight, 0)
  let worthwhile = left * 0.35
  let isTooLate = false
  for (const { term, weight } of terms) {
    if (!isTooLate && left < worthwhile && count >= most && postings.count(term) > commonTerm) {
      isTooLate = left < leastOfBest(found.subarray(0, count), sum, most)
      worthwhile = left * 0.6
    }
    left -= weight
    // Without weight nothing would be added, and the report would count as new again.
    if (term < 0 || weight === 0) continue
    const entries = postings.of(term)
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at] as number
      const slot = slotOfEntry(entry)
      const before = sum[slot] as number
      if (before === 0 && (isTooLate || (filtered && !visible.sees(slot)))) continue
      const counts = countsOfEntry(entry)
      let often = 0
      if (counts > 255) often += titleCount(counts) * (titleShare[titleLength[slot] as number] as number)
      const prose = proseCount(counts)
      if (prose > 0) often += prose * (proseShare[proseLength[slot] as number] as number)
      const code = codeCount(counts)
      if (code > 0) often += code * (codeShare[codeLength[slot] as number] as number)
      if (before === 0) found[count++] = slot
      sum[slot] = before + (weight * often) / (weights.k1 + often)
    }
  }
  const hits = best(found.subarray(0, count), sum, most)
  for (let at = 0; at < count; at++) sum[found[at] as number] = 0
  return hits
    .map((hit) => ({ ...hit, createdOn: reports.createdOn[hit.slot] as number, id: reports.ids[hit.slot] as string }))
    .toSorted((a, b) => b.score - a.score || a.createdOn - b.createdOn || (a.id < b.id ? -1 : 1))
    .slice(0, most)
}

/** The share of one word by the length of its field. */
interface LengthShares {
  readonly title: Float64Array
  readonly prose: Float64Array
  readonly code: Float64Array
}

function lengthShares({ count, lengths }: Visible, weights: LexicalWeights): LengthShares {
  const share = (total: number, weight: number, b: number) => {
    const mean = Math.max(total / Math.max(count, 1), 0.001)
    return Float64Array.from({ length: longestText + 1 }, (_, length) => weight / (1 - b + (b * length) / mean))
  }
  return {
    title: share(lengths.title, weights.title, weights.titleB),
    prose: share(lengths.prose, weights.prose, weights.proseB),
    code: share(lengths.code, weights.code, weights.codeB),
  }
}

/** Returns all hits whose score is among the `most` highest, so more than `most` where some are equal. */
function best(found: Int32Array, sum: Float64Array, most: number): Hit[] {
  const least = found.length > most ? leastOfBest(found, sum, most) : 0
  const hits: Hit[] = []
  for (const slot of found) {
    const score = sum[slot] as number
    if (score >= least) hits.push({ slot, score })
  }
  return hits
}

/** Returns the lowest of the `most` highest scores. */
function leastOfBest(found: Int32Array, sum: Float64Array, most: number): number {
  // A heap of the highest scores; its root is the lowest of them.
  const heap = new Float64Array(most)
  for (const slot of found) {
    const score = sum[slot] as number
    if (score <= (heap[0] as number)) continue
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= most) break
      if (child + 1 < most && (heap[child + 1] as number) < (heap[child] as number)) child++
      if ((heap[child] as number) >= score) break
      heap[at] = heap[child] as number
      at = child
    }
    heap[at] = score
  }
  return heap[0] as number
}
