import { codeCount, countsOfEntry, proseCount, slotOfEntry, titleCount } from './entries.ts'
import type { Known } from './known.ts'
import type { QueryTerm } from './query-terms.ts'
import type { Visible } from './visibility.ts'
import type { LexicalWeights } from './weights.ts'

/** A report that shares words with the query. */
export interface Hit {
  readonly slot: number
  readonly score: number
}

/** Grows with the index; one query is answered at a time. */
let scores = new Float64Array(0)
let touched = new Int32Array(0)

/**
 * BM25 over the fields of each report together, with one saturation.
 * @param terms of the query that count
 * @returns the `most` best, best first; equal ones in order of creation, then of id
 */
export function retrieve(
  { reports, postings }: Known,
  visible: Visible,
  weights: LexicalWeights,
  terms: readonly QueryTerm[],
  most: number,
): Hit[] {
  if (scores.length < reports.end) {
    scores = new Float64Array(Math.ceil(reports.end * 1.2))
    touched = new Int32Array(scores.length)
  }
  const sum = scores
  const found = touched
  let count = 0
  const { titleLength, proseLength, codeLength } = reports
  // A field of length l weighs w / (1 - b + b * l / mean): w / (base + slope * l).
  const mean = (total: number) => Math.max(total / Math.max(visible.count, 1), 0.001)
  const titleSlope = weights.titleB / mean(visible.lengths.title)
  const proseSlope = weights.proseB / mean(visible.lengths.prose)
  const codeSlope = weights.codeB / mean(visible.lengths.code)
  const titleBase = 1 - weights.titleB
  const proseBase = 1 - weights.proseB
  const codeBase = 1 - weights.codeB
  const filtered = visible.count < reports.size
  for (const { term, weight } of terms) {
    if (term < 0) continue
    postings.each(term, (page, start, end) => {
      for (let at = start; at < end; at++) {
        const entry = page[at] as number
        const slot = slotOfEntry(entry)
        if (filtered && !visible.sees(slot)) continue
        const counts = countsOfEntry(entry)
        let often = 0
        if (counts > 255)
          often += (weights.title * titleCount(counts)) / (titleBase + titleSlope * (titleLength[slot] as number))
        const prose = proseCount(counts)
        if (prose > 0) often += (weights.prose * prose) / (proseBase + proseSlope * (proseLength[slot] as number))
        const code = codeCount(counts)
        if (code > 0) often += (weights.code * code) / (codeBase + codeSlope * (codeLength[slot] as number))
        if (sum[slot] === 0) found[count++] = slot
        sum[slot] = (sum[slot] as number) + (weight * often) / (weights.k1 + often)
      }
    })
  }
  const hits = best(found.subarray(0, count), sum, most)
  for (let at = 0; at < count; at++) sum[found[at] as number] = 0
  return hits
    .map((hit) => ({ ...hit, createdOn: reports.createdOn[hit.slot] as number, id: reports.ids[hit.slot] as string }))
    .toSorted((a, b) => b.score - a.score || a.createdOn - b.createdOn || (a.id < b.id ? -1 : 1))
    .slice(0, most)
}

/** All hits whose score is among the `most` highest, thus more than `most` where some are equal. */
function best(found: Int32Array, sum: Float64Array, most: number): Hit[] {
  let least = 0
  if (found.length > most) {
    // A heap of the highest scores; its root is the least of them.
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
    least = heap[0] as number
  }
  const hits: Hit[] = []
  for (const slot of found) {
    const score = sum[slot] as number
    if (score >= least) hits.push({ slot, score })
  }
  return hits
}
