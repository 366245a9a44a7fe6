import { type Lengths, type ReportTable, termOf } from './report-table.ts'
import type { IndexSight, Known, SuggestOptions } from './similar-index.ts'
import { withRoom } from './with-room.ts'

/** The part of the index from which a query is answered, as if there were no other. */
export interface Visible {
  readonly count: number
  readonly lengths: Lengths
  sees(slot: number): boolean
  /** Returns how many visible reports have the term. */
  reportsWith(term: number): number
}

/** Views that are kept; the one that was asked for longest ago makes room. */
const mostViews = 32

/**
 * What those see who may not see every report: one view for each such sight, kept up to date with the reports, so that a
 * query costs no more than that of somebody who sees all.
 */
export class Views {
  readonly #reports: ReportTable
  readonly #views = new Map<string, View>()

  constructor(reports: ReportTable) {
    this.#reports = reports
  }

  of({ products, privateBugs }: IndexSight): View {
    const key = `${products === null ? 'every' : products.join(',')} ${privateBugs}`
    const view = this.#views.get(key) ?? new View(this.#reports, products, privateBugs)
    // Set again: a map keeps its order, and what is at its beginning makes room.
    this.#views.delete(key)
    this.#views.set(key, view)
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= mostViews) break
      this.#views.delete(oldest)
    }
    return view
  }

  /** A report was put at a slot. */
  added(slot: number): void {
    for (const view of this.#views.values()) view.added(slot)
  }

  /** The report at a slot will be removed. */
  removing(slot: number): void {
    for (const view of this.#views.values()) view.removing(slot)
  }
}

class View {
  readonly #reports: ReportTable
  /** By number; undefined for every product. */
  readonly #products: ReadonlySet<number> | undefined
  readonly #privateBugs: boolean
  hiddenCount = 0
  readonly hiddenLengths = { title: 0, prose: 0, code: 0 }
  /** By term, how many hidden reports have it. */
  #hiddenWith = new Int32Array(0)

  constructor(reports: ReportTable, products: readonly number[] | null, privateBugs: boolean) {
    this.#reports = reports
    this.#products = products === null ? undefined : new Set(products)
    this.#privateBugs = privateBugs
    for (let slot = 0; slot < reports.end; slot++) if (reports.ids[slot] !== undefined) this.added(slot)
  }

  sees(slot: number): boolean {
    const reports = this.#reports
    if (!this.#privateBugs && reports.isPrivate[slot] === 1) return false
    return this.#products === undefined || this.#products.has(reports.productNumber[slot] as number)
  }

  hiddenWith(term: number): number {
    return this.#hiddenWith[term] ?? 0
  }

  added(slot: number): void {
    if (!this.sees(slot)) this.#hide(slot, 1)
  }

  removing(slot: number): void {
    if (!this.sees(slot)) this.#hide(slot, -1)
  }

  #hide(slot: number, by: 1 | -1): void {
    const reports = this.#reports
    this.hiddenCount += by
    this.hiddenLengths.title += by * (reports.titleLength[slot] as number)
    this.hiddenLengths.prose += by * (reports.proseLength[slot] as number)
    this.hiddenLengths.code += by * (reports.codeLength[slot] as number)
    const { all } = reports.termsOf(slot)
    // They are in order.
    this.#hiddenWith = withRoom(this.#hiddenWith, termOf(all.at(-1) ?? 0) + 1)
    for (const placed of all) {
      const term = termOf(placed)
      this.#hiddenWith[term] = (this.#hiddenWith[term] as number) + by
    }
  }
}

/** Returns the part of the index that a query may use. */
export function visibleTo(known: Known, { sight, except }: Omit<SuggestOptions, 'limit'>): Visible {
  const seen = sight ? seenBy(known, sight) : everything(known)
  return except ? without(known, seen, except) : seen
}

function everything({ reports, postings, lengths }: Known): Visible {
  const reportsWith = (term: number) => (term < 0 ? 0 : postings.count(term))
  return { count: reports.size, lengths, sees: () => true, reportsWith }
}

function seenBy(known: Known, sight: IndexSight): Visible {
  const all = everything(known)
  const view = known.views.of(sight)
  const { hiddenCount, hiddenLengths: hidden } = view
  if (hiddenCount === 0) return all
  const { title, prose, code } = all.lengths
  return {
    count: all.count - hiddenCount,
    lengths: { title: title - hidden.title, prose: prose - hidden.prose, code: code - hidden.code },
    sees: (slot) => view.sees(slot),
    reportsWith: (term) => all.reportsWith(term) - view.hiddenWith(term),
  }
}

/** The same but for some reports, which are few. */
function without(known: Known, seen: Visible, except: NonNullable<SuggestOptions['except']>): Visible {
  const { reports, terms } = known
  const left = { ...seen.lengths }
  const hidden = new Set<number>()
  for (let slot = 0; slot < reports.end; slot++) {
    const id = reports.ids[slot]
    if (id === undefined || !except(id, reports.groups[slot] as string) || !seen.sees(slot)) continue
    hidden.add(slot)
    left.title -= reports.titleLength[slot] as number
    left.prose -= reports.proseLength[slot] as number
    left.code -= reports.codeLength[slot] as number
  }
  if (hidden.size === 0) return seen
  const hiddenWith = new Int32Array(terms.size)
  for (const slot of hidden) {
    for (const placed of reports.termsOf(slot).all) {
      const term = termOf(placed)
      hiddenWith[term] = (hiddenWith[term] as number) + 1
    }
  }
  return {
    count: seen.count - hidden.size,
    lengths: left,
    sees: (slot) => !hidden.has(slot) && seen.sees(slot),
    reportsWith: (term) => seen.reportsWith(term) - (hiddenWith[term] ?? 0),
  }
}
