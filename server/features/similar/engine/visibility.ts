import { slotOfEntry } from './entries.ts'
import type { Known } from './known.ts'
import type { SuggestOptions } from './similar-index.ts'

/** The part of the index that a query is answered from, as if there were no other. */
export interface Visible {
  readonly count: number
  readonly lengths: { readonly title: number; readonly prose: number; readonly code: number }
  sees(slot: number): boolean
  /** How many reports have the term. */
  reportsWith(term: number): number
}

export function visibleTo(known: Known, { maySee, except }: Omit<SuggestOptions, 'limit'>): Visible {
  const { reports, postings, lengths } = known
  const all: Visible = {
    count: reports.size,
    lengths,
    sees: () => true,
    reportsWith: (term) => (term < 0 ? 0 : postings.count(term)),
  }
  if (!maySee && !except) return all

  const seen = new Uint8Array(reports.end)
  const left = { ...lengths }
  let count = 0
  for (let slot = 0; slot < reports.end; slot++) {
    const id = reports.ids[slot]
    if (id === undefined) continue
    if ((maySee && !maySee(id)) || except?.(id, reports.groups[slot] as string)) {
      left.title -= reports.titleLength[slot] as number
      left.prose -= reports.proseLength[slot] as number
      left.code -= reports.codeLength[slot] as number
    } else {
      seen[slot] = 1
      count++
    }
  }
  if (count === reports.size) return all

  const counted = new Map<number, number>()
  const reportsWith = (term: number) => {
    const before = counted.get(term)
    if (before !== undefined) return before
    let found = 0
    if (term >= 0) {
      postings.each(term, (page, start, end) => {
        for (let at = start; at < end; at++) found += seen[slotOfEntry(page[at] as number)] as number
      })
    }
    counted.set(term, found)
    return found
  }
  return { count, lengths: left, sees: (slot) => seen[slot] === 1, reportsWith }
}
