import { addCount, entryOf } from './entries.ts'
import { eachPackedTerm, packTerms } from './packed-terms.ts'
import { Postings } from './postings.ts'
import type { Known } from './known.ts'
import { type Examined, examine, rank } from './rank.ts'
import { eachReportWord } from './report-words.ts'
import { ReportTable } from './report-table.ts'
import { shippedWeights } from './shipped-weights.ts'
import { openSnapshot, type SavedReport, type SnapshotSource, sourceOf, writeSnapshot } from './snapshot.ts'
import { TermTable } from './term-table.ts'
import type { Weights } from './weights.ts'
import { forgetWords } from './words.ts'

/** A report as the index wants it. */
export interface IndexedReport {
  readonly id: string
  readonly title: string
  /** Description and steps to reproduce; what comes after 300 words of prose or of code does not count. */
  readonly description: string
  readonly product: string | null
  readonly component: string | null
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
  /** ms since 1970: by what recency is measured */
  readonly now: number
}

export interface Suggestion {
  /** The best report of its group. */
  readonly id: string
  readonly group: string
  /** Of use for order only, within one answer. */
  readonly score: number
  /** Words of the query that the report has, as the query writes them, weightiest first, at most 8. */
  readonly matched: readonly string[]
}

export interface SuggestOptions {
  readonly limit: number
  /** The answer is that of an index which never held a report for which this says false… */
  readonly maySee?: (id: string) => boolean
  /** …or this says true. */
  readonly except?: (id: string, group: string) => boolean
}

/**
 * Finds reports that are likely about the same thing. All in memory and without waiting; PostgreSQL holds the truth,
 * whoever owns the index feeds it. What it answers depends on the reports that it holds alone, not on how they came.
 */
export class SimilarIndex {
  readonly #weights: Weights
  #terms = new TermTable()
  readonly #postings = new Postings()
  readonly #reports = new ReportTable()
  readonly #lengths = { title: 0, prose: 0, code: 0 }

  constructor(weights: Weights = shippedWeights) {
    this.#weights = weights
  }

  /** How many reports there are. */
  get size(): number {
    return this.#reports.size
  }

  has(id: string): boolean {
    return this.#reports.slotOf(id) !== undefined
  }

  /** Adds the report, or replaces what was known of its id. */
  put(report: IndexedReport): void {
    this.remove(report.id)
    const lengths = { title: 0, prose: 0, code: 0 }
    const title: number[] = []
    const counts = new Map<number, number>()
    eachReportWord(report.title, report.description, (field, { hashes }) => {
      lengths[field]++
      for (const hash of hashes) {
        const term = this.#terms.add(hash)
        counts.set(term, addCount(counts.get(term) ?? 0, field))
        if (field === 'title') title.push(term)
      }
    })
    const terms = [...counts.keys()].toSorted((a, b) => a - b)
    const packed = packTerms({ title, terms, counts: terms.map((term) => counts.get(term) as number) })
    const { title: titleLength, prose: proseLength, code: codeLength } = lengths
    const { id, product, component, createdOn, group } = report
    this.#add({ id, product, component, createdOn, group, titleLength, proseLength, codeLength, packed })
  }

  #add(report: SavedReport): void {
    const slot = this.#reports.add(report, report.packed)
    eachPackedTerm(
      report.packed,
      () => {},
      (term, counts) => this.#postings.add(term, entryOf(slot, counts)),
    )
    this.#lengths.title += report.titleLength
    this.#lengths.prose += report.proseLength
    this.#lengths.code += report.codeLength
  }

  /** Forgets the report, if it is there. */
  remove(id: string): void {
    const reports = this.#reports
    const slot = reports.slotOf(id)
    if (slot === undefined) return
    eachPackedTerm(
      reports.packedOf(slot),
      () => {},
      (term) => this.#postings.remove(term, slot),
    )
    this.#lengths.title -= reports.titleLength[slot] as number
    this.#lengths.prose -= reports.proseLength[slot] as number
    this.#lengths.code -= reports.codeLength[slot] as number
    reports.remove(slot)
  }

  /** Gives back what only makes many additions quicker; they may follow all the same. */
  forgetWords(): void {
    forgetWords()
  }

  /** Moves a report, if it is there, into another duplicate group. */
  setGroup(id: string, group: string): void {
    const slot = this.#reports.slotOf(id)
    if (slot !== undefined) this.#reports.setGroup(slot, group)
  }

  /** @returns the likeliest duplicates, best first, at most one report a group */
  suggest(query: SimilarQuery, options: SuggestOptions): Suggestion[] {
    return rank(this.#known(), this.#weights, query, options)
  }

  /** What `suggest` weighs, for fitting weights. */
  examine(query: SimilarQuery, options: Omit<SuggestOptions, 'limit'>): Examined {
    return examine(this.#known(), this.#weights, query, options)
  }

  #known(): Known {
    return { terms: this.#terms, postings: this.#postings, reports: this.#reports, lengths: this.#lengths }
  }

  /**
   * A snapshot, piece by piece: write them to a file one after the other. Between two pieces other work may be done and
   * the index may change; whether a snapshot has such a change is open, so keep with it from where on changes must be
   * fed again, as of before the first piece.
   */
  save(): Generator<Uint8Array> {
    return writeSnapshot(this.#reports.all(), () => this.#terms.hashes())
  }

  /**
   * @param snapshot all pieces of a snapshot, or where to read them
   * @param pause is awaited every few milliseconds of work, to let other work be done
   * @returns the index; undefined when the snapshot is damaged or of another format
   */
  static async load(
    snapshot: Uint8Array | SnapshotSource,
    { weights, pause }: { weights?: Weights; pause?: () => Promise<void> } = {},
  ): Promise<SimilarIndex | undefined> {
    const open = await openSnapshot(snapshot instanceof Uint8Array ? sourceOf(snapshot) : snapshot)
    if (!open) return undefined
    const index = new SimilarIndex(weights)
    index.#terms = new TermTable(open.hashes)
    try {
      for await (const reports of open.reports()) {
        for (const report of reports) {
          index.remove(report.id)
          index.#add(report)
        }
        await pause?.()
      }
    } catch {
      return undefined
    }
    return index
  }
}
