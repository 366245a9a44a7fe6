import type { Db } from '#server/db/database.ts'
import { BitSet } from './bit-set.ts'
import {
  type AgeSearch,
  type AnyChanges,
  anyChanges,
  allOfAge,
  allWithWords,
  type Changes,
  changesOfAge,
  changesOfWords,
  type Found,
  mostChanged,
  valuesOf,
  type WordSearch,
} from './match-statements.ts'

/** What is known of a search. */
export interface KnownMatches {
  /** Bugs that match. */
  readonly total: number
  /** Bugs that would without the words. */
  readonly among: number
}

/** One search. Whoever asks while it is being read waits for a look that began after they asked, all for the same one. */
export class RememberedSearch {
  readonly #db: Db
  readonly #values: readonly unknown[]
  readonly #isByWords: boolean
  #matching: BitSet | undefined
  /** Every transaction before this one is in what is remembered. */
  #since = '0'
  #running: Promise<KnownMatches> | undefined
  #next: Promise<KnownMatches> | undefined

  constructor(db: Db, search: WordSearch | AgeSearch) {
    this.#db = db
    this.#values = valuesOf(search)
    this.#isByWords = 'query' in search
  }

  get bytes(): number {
    return this.#matching?.bytes ?? 0
  }

  known(): Promise<KnownMatches> {
    if (!this.#running) return this.#run()
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        // Somebody else's look may have begun in between: two at once would take each other's changes for seen.
        return this.known()
      })
    return this.#next
  }

  #run(): Promise<KnownMatches> {
    const run = this.#look().finally(() => {
      if (this.#running === run) this.#running = undefined
    })
    this.#running = run
    return run
  }

  async #look(): Promise<KnownMatches> {
    const matching = this.#matching
    if (matching) {
      const [news] = await this.#db.prepared<AnyChanges>(anyChanges, [...this.#values.slice(0, 2), this.#since])
      if (news?.changes === 0) {
        this.#since = news.xmin
        return { total: matching.size, among: news.among }
      }
      const statement = this.#isByWords ? changesOfWords : changesOfAge
      const [changes] = await this.#db.prepared<Changes>(statement, [...this.#values, this.#since])
      if (changes && changes.count <= mostChanged) {
        matching.addAll(changes.matching)
        matching.removeAll(changes.others)
        this.#since = changes.xmin
        return { total: matching.size, among: changes.among }
      }
    }
    const [found] = await this.#db.prepared<Found>(this.#isByWords ? allWithWords : allOfAge, this.#values)
    this.#matching = new BitSet()
    this.#matching.addAll(found?.numbers ?? null)
    this.#since = found?.xmin ?? '0'
    return { total: this.#matching.size, among: found?.among ?? 0 }
  }
}
