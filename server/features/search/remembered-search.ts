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
  type News,
  valuesOf,
  type WordSearch,
} from './match-statements.ts'
import { sharedLook } from './shared-look.ts'

/** What is known of a search. */
export interface KnownMatches {
  /** Bugs that match. */
  readonly total: number
  /** Bugs that would without the words. */
  readonly among: number
}

/**
 * What is remembered, without asking whether it still holds. It does at the moment of a statement that looked for `News`
 * since then and found none.
 */
export interface StandingMatches extends KnownMatches {
  /** The numbers of the bugs that match, as long as nothing else is asked. */
  readonly numbers: BitSet
  /** Every transaction before this one is in it. */
  readonly since: string
  /** Tells that a statement has found no news, so that the next one need not look as far back. */
  stillHeld(news: News): void
}

/** One search. Whoever asks while it is being read waits for a look that began after they asked, all for the same one. */
export class RememberedSearch {
  readonly #db: Db
  readonly #values: readonly unknown[]
  readonly #isByWords: boolean
  #matching: BitSet | undefined
  /** As it was last read. */
  #among = 0
  /** Every transaction before this one is in what is remembered. */
  #since = '0'
  /** Looks what has changed since. */
  readonly known = sharedLook(() => this.#look())

  constructor(db: Db, search: WordSearch | AgeSearch) {
    this.#db = db
    this.#values = valuesOf(search)
    this.#isByWords = 'query' in search
  }

  get bytes(): number {
    return this.#matching?.bytes ?? 0
  }

  /** @returns undefined before the search was made */
  standing(): StandingMatches | undefined {
    const numbers = this.#matching
    if (!numbers) return undefined
    const since = this.#since
    const stillHeld = ({ xmin }: News) => this.#hold(since, xmin)
    return { total: numbers.size, among: this.#among, numbers, since, stillHeld }
  }

  /** What is remembered still held at a moment before which `xmin` was the oldest that ran. */
  #hold(since: string, xmin: string): void {
    // Others may have looked meanwhile, and know more.
    if (this.#since === since) this.#since = xmin
  }

  async #look(): Promise<KnownMatches> {
    const matching = this.#matching
    if (matching) {
      const [news] = await this.#db.prepared<AnyChanges>(anyChanges, [...this.#values.slice(0, 2), this.#since])
      if (news?.changes === 0) {
        return this.#found(matching, news)
      }
      const statement = this.#isByWords ? changesOfWords : changesOfAge
      const [changes] = await this.#db.prepared<Changes>(statement, [...this.#values, this.#since])
      if (changes && changes.count <= mostChanged) {
        matching.addAll(changes.matching)
        matching.removeAll(changes.others)
        return this.#found(matching, changes)
      }
    }
    const [found] = await this.#db.prepared<Found>(this.#isByWords ? allWithWords : allOfAge, this.#values)
    this.#matching = new BitSet()
    this.#matching.addAll(found?.numbers ?? null)
    return this.#found(this.#matching, { among: found?.among ?? 0, xmin: found?.xmin ?? '0' })
  }

  #found(matching: BitSet, { among, xmin }: { among: number; xmin: string }): KnownMatches {
    this.#since = xmin
    this.#among = among
    return { total: matching.size, among }
  }
}
