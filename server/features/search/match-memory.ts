import type { Db } from '#server/db/database.ts'
import { type AgeSearch, valuesOf, type WordSearch } from './match-statements.ts'
import { type KnownMatches, RememberedSearch, type StandingMatches } from './remembered-search.ts'

/** Searches that match fewer bugs are left alone for a while: to look them up costs less than to ask what has changed. */
const fewest = 100
const leftAloneFor = 60_000
const mostLeftAlone = 10_000
/** Searches that are remembered; the one that was asked for longest ago makes room. */
const mostSearches = 100
/** All their bits together, in bytes. */
const mostBytes = 16_000_000

/**
 * Remembers which bugs match the commonest searches, so that their totals need no counting: what has changed since is read
 * from the list of events, and those bugs alone are judged again. A total is as exact as a counted one.
 */
export class MatchMemory {
  readonly #db: Db
  readonly #searches = new Map<string, RememberedSearch>()
  /** Until when, in milliseconds since 1970. */
  readonly #leftAlone = new Map<string, number>()

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * How many bugs match, with everything that was committed before the call.
   * @returns undefined for a search that was seen to match so few that it is not remembered
   */
  async known(search: WordSearch | AgeSearch, now = Date.now()): Promise<KnownMatches | undefined> {
    const key = JSON.stringify(valuesOf(search))
    if ((this.#leftAlone.get(key) ?? 0) > now) return undefined
    const remembered = this.#searches.get(key) ?? new RememberedSearch(this.#db, search)
    // Set again: a map keeps its order, and what is at its beginning makes room.
    this.#searches.delete(key)
    this.#searches.set(key, remembered)
    try {
      const found = await remembered.known()
      if (found.total < fewest) this.#leaveAlone(key, now)
      return found
    } catch (error) {
      this.#searches.delete(key)
      throw error
    } finally {
      this.#makeRoom()
    }
  }

  /**
   * The same without asking: for a statement that itself looks for news.
   * @returns undefined for a search that is not remembered (yet)
   */
  standing(search: WordSearch | AgeSearch): StandingMatches | undefined {
    const key = JSON.stringify(valuesOf(search))
    const remembered = this.#searches.get(key)
    if (!remembered) return undefined
    this.#searches.delete(key)
    this.#searches.set(key, remembered)
    return remembered.standing()
  }

  #leaveAlone(key: string, now: number): void {
    this.#searches.delete(key)
    if (this.#leftAlone.size >= mostLeftAlone) this.#leftAlone.clear()
    this.#leftAlone.set(key, now + leftAloneFor)
  }

  #makeRoom(): void {
    let bytes = 0
    for (const search of this.#searches.values()) bytes += search.bytes
    for (const [key, search] of this.#searches) {
      if (this.#searches.size <= mostSearches && bytes <= mostBytes) return
      this.#searches.delete(key)
      bytes -= search.bytes
    }
  }
}

const memories = new WeakMap<Db, MatchMemory>()

/** The memory of this process for a database. */
export function matchMemoryOf(db: Db): MatchMemory {
  let memory = memories.get(db)
  if (!memory) memories.set(db, (memory = new MatchMemory(db)))
  return memory
}
