import { type Lengths, termOf } from './report-table.ts'
import type { Known, SuggestOptions } from './similar-index.ts'

/** The part of the index from which a query is answered, as if there were no other. */
export interface Visible {
  readonly count: number
  readonly lengths: Lengths
  sees(slot: number): boolean
  /** Returns how many visible reports have the term. */
  reportsWith(term: number): number
}

export function visibleTo(known: Known, { maySee, except }: Omit<SuggestOptions, 'limit'>): Visible {
  const { reports, postings, terms, lengths } = known
  const countAll = (term: number) => (term < 0 ? 0 : postings.count(term))
  const all = { count: reports.size, lengths, sees: () => true, reportsWith: countAll }
  if (!maySee && !except) return all

  const seen = new Uint8Array(reports.end)
  const left = { ...lengths }
  const hidden: number[] = []
  for (let slot = 0; slot < reports.end; slot++) {
    const id = reports.ids[slot]
    if (id === undefined) continue
    if ((!maySee || maySee(id)) && !except?.(id, reports.groups[slot] as string)) {
      seen[slot] = 1
      continue
    }
    hidden.push(slot)
    left.title -= reports.titleLength[slot] as number
    left.prose -= reports.proseLength[slot] as number
    left.code -= reports.codeLength[slot] as number
  }
  if (hidden.length === 0) return all

  // Counts the smaller side.
  const count = reports.size - hidden.length
  const isSmaller = hidden.length <= count
  const counted = new Int32Array(terms.size)
  const countTerms = (slot: number) => {
    for (const placed of reports.termsOf(slot).all) {
      const term = termOf(placed)
      counted[term] = (counted[term] as number) + 1
    }
  }
  if (isSmaller) for (const slot of hidden) countTerms(slot)
  else for (let slot = 0; slot < reports.end; slot++) if (seen[slot] === 1) countTerms(slot)
  const reportsWith = (term: number) => {
    const some = counted[term] ?? 0
    return isSmaller ? countAll(term) - some : some
  }
  return { count, lengths: left, sees: (slot) => seen[slot] === 1, reportsWith }
}
