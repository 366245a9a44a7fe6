import { addCount, codeCount, entryOf, proseCount, titleCount } from './entries.ts'
import { Postings } from './postings.ts'
import { examine, type Examined, rank } from './rank.ts'
import { type Lengths, placedTerm, ReportTable, termOf } from './report-table.ts'
import { eachReportWord } from './report-words.ts'
import { shippedWeights } from './shipped-weights.ts'
import { Views } from './visibility.ts'
import type { Weights } from './weights.ts'

/** A report as the index receives it. */
export interface IndexedReport {
  readonly id: string
  readonly title: string
  /** Description and steps to reproduce; what comes after 300 words of prose or of code does not count. */
  readonly description: string
  readonly product: string | null
  readonly component: string | null
  /** The number of the product that it belongs to, which together with `isPrivate` decides who may see it. */
  readonly productNumber: number
  readonly isPrivate: boolean
  /** ms since 1970 */
  readonly createdOn: number
  /** Id of the oldest bug of its duplicate group; its own id when it has none. */
  readonly group: string
}

/** A report that is being written. */
export interface SimilarQuery {
  readonly title: string
  readonly description?: string
  readonly product?: string | null
  readonly component?: string | null
  /** ms since 1970, for measuring recency */
  readonly now: number
}

export interface Suggestion {
  /** The best report of its group. */
  readonly id: string
  readonly group: string
  /** Only for ordering the suggestions of one answer. */
  readonly score: number
  /** Words of the query that the report has, as the query writes them, highest weight first, at most 8. */
  readonly matched: readonly string[]
}

/** Who asks sees the reports of some products, and among them private ones or not. */
export interface IndexSight {
  /** By number; null for all. */
  readonly products: readonly number[] | null
  readonly privateBugs: boolean
}

export interface SuggestOptions {
  readonly limit: number
  /** The answer is that of an index without the reports that are hidden from it; absent: nothing is… */
  readonly sight?: IndexSight
  /** …or for which this returns true, which must be few. */
  readonly except?: (id: string, group: string) => boolean
}

/** The content of an index. */
export interface Known {
  /** Numbers of the terms, by their hash. */
  readonly terms: ReadonlyMap<number, number>
  readonly postings: Postings
  readonly reports: ReportTable
  readonly views: Views
  /** Number of words of all reports together. */
  readonly lengths: Lengths
}

/**
 * Finds reports that are likely about the same thing, in memory and synchronously. PostgreSQL remains the source; the
 * owner of the index keeps it up to date. Its answers depend only on the reports that it contains, not on the order in
 * which they were added.
 */
export class SimilarIndex {
  readonly #weights: Weights
  readonly #terms = new Map<number, number>()
  readonly #postings = new Postings()
  readonly #reports = new ReportTable()
  readonly #views = new Views(this.#reports)
  readonly #lengths = { title: 0, prose: 0, code: 0 }

  constructor(weights: Weights = shippedWeights) {
    this.#weights = weights
  }

  /** The number of reports. */
  get size(): number {
    return this.#reports.size
  }

  has(id: string): boolean {
    return this.#reports.slotOf(id) !== undefined
  }

  /** Adds a report, or replaces the one with its id. */
  put(report: IndexedReport): void {
    this.remove(report.id)
    const lengths = { title: 0, prose: 0, code: 0 }
    const title: number[] = []
    const counts = new Map<number, number>()
    eachReportWord(report.title, report.description, (field, { hashes }) => {
      lengths[field]++
      for (const hash of hashes) {
        const term = this.#termOf(hash)
        counts.set(term, addCount(counts.get(term) ?? 0, field))
        if (field === 'title') title.push(term)
      }
    })
    // Sorted, so that a comparison reads the data of neighbouring terms close together.
    const all = Uint32Array.from(counts, ([term, often]) =>
      placedTerm(term, titleCount(often) > 0, proseCount(often) > 0, codeCount(often) > 0),
    ).toSorted()
    const slot = this.#reports.add(report, { title, all }, lengths)
    for (const [term, often] of counts) this.#postings.add(term, entryOf(slot, often))
    this.#lengths.title += lengths.title
    this.#lengths.prose += lengths.prose
    this.#lengths.code += lengths.code
    this.#views.added(slot)
  }

  /** Removes a report, if it is there. */
  remove(id: string): void {
    const reports = this.#reports
    const slot = reports.slotOf(id)
    if (slot === undefined) return
    this.#views.removing(slot)
    for (const placed of reports.termsOf(slot).all) this.#postings.remove(termOf(placed), slot)
    this.#lengths.title -= reports.titleLength[slot] as number
    this.#lengths.prose -= reports.proseLength[slot] as number
    this.#lengths.code -= reports.codeLength[slot] as number
    reports.remove(slot)
  }

  /** Moves a report, if it is there, into another duplicate group. */
  setGroup(id: string, group: string): void {
    const slot = this.#reports.slotOf(id)
    if (slot !== undefined) this.#reports.setGroup(slot, group)
  }

  /** Returns the likeliest duplicates, best first, at most one report per group. */
  suggest(query: SimilarQuery, options: SuggestOptions): Suggestion[] {
    return rank(this.#known(), this.#weights, query, options)
  }

  /** Returns what `suggest` ranks, for fitting weights. */
  examine(query: SimilarQuery, options: Omit<SuggestOptions, 'limit'>): Examined {
    return examine(this.#known(), this.#weights, query, options)
  }

  #known(): Known {
    return {
      terms: this.#terms,
      postings: this.#postings,
      reports: this.#reports,
      views: this.#views,
      lengths: this.#lengths,
    }
  }

  #termOf(hash: number): number {
    const term = this.#terms.get(hash) ?? this.#terms.size
    if (term === this.#terms.size) this.#terms.set(hash, term)
    return term
  }
}
