import { outsideRequests } from '#server/config/request-context.ts'
import type { Db } from '#server/db/database.ts'
import { mostChanged, sharedLook } from '#server/features/search/public.ts'
import type { BugSort } from '#shared/bugs/words.ts'
import { setImmediate as later } from 'node:timers/promises'
import { OrderBlocks } from './order-blocks.ts'
import { allBlocks, bugTotal, type BlockRow, type ChangedRow, orderChanges } from './order-statements.ts'

/** Bugs of a block, at least, and how many blocks an order has, at most about. */
const smallestBlock = 256
const mostBlocks = 2_000
/** A block that has grown larger is walked too long: the order is made anew. */
export const largestBlock = 4_000
/** Of a larger list nothing is remembered: 2 bytes a number. */
const mostNumbers = 4_000_000
/** The part of the time that may be spent on making an order anew, as its reciprocal. */
const restsFor = 20
/** After one that failed, in milliseconds; twice as long each time. */
const failureRestsFor = 600_000
/** Blocks that are read in one go, so that others have their turn. */
const blocksAtOnce = 64

/** What is remembered of an order; it holds at the moment of a statement that counts as many events since then. */
export interface StandingOrder {
  readonly blocks: OrderBlocks
  /** Every transaction before this one is in it. */
  readonly since: string
  /** Events of later ones that are in it too. */
  readonly seen: number
}

/**
 * Where the bugs of a sort stand, as blocks of it. Made in the background when somebody has asked for a page far in;
 * after that the list of events names the bugs that may have moved, as for remembered searches.
 */
export class RememberedOrder {
  readonly #db: Db
  readonly #by: BugSort
  #standing: StandingOrder | undefined
  #making: Promise<void> | undefined
  /** Not before this moment, in milliseconds since 1970. */
  #mayBeMade = 0
  /** In a row. */
  #failures = 0
  /** Looks what has changed since. Where it can't be looked, nothing is standing any more. */
  readonly renew = sharedLook(() =>
    this.#look().catch(() => {
      this.#standing = undefined
    }),
  )

  constructor(db: Db, by: BugSort) {
    this.#db = db
    this.#by = by
  }

  get standing(): StandingOrder | undefined {
    return this.#standing
  }

  /** Has it made, unless it is there, being made, or was made a moment ago. */
  wish(): Promise<void> {
    if (this.#standing || Date.now() < this.#mayBeMade) return Promise.resolve()
    this.#making ??= outsideRequests(() => this.#make()).finally(() => (this.#making = undefined))
    return this.#making
  }

  /** What does not fit what is there is forgotten. */
  forget(standing: StandingOrder): void {
    if (this.#standing?.blocks === standing.blocks) this.#standing = undefined
  }

  async #make(): Promise<void> {
    const begun = Date.now()
    try {
      const [{ bugs } = { bugs: 0 }] = await this.#db.prepared<{ bugs: number }>(bugTotal, [])
      const size = Math.max(smallestBlock, Math.ceil(bugs / mostBlocks))
      const rows = await this.#db.prepared<BlockRow>({ name: '', text: allBlocks(this.#by) }, [size])
      const blocks = await blocksOf(rows)
      if (!blocks) return this.#rest()
      this.#failures = 0
      this.#mayBeMade = Date.now() + (Date.now() - begun) * restsFor
      this.#standing = { blocks, since: rows[0]?.xmin ?? '0', seen: 0 }
    } catch {
      // Pages are found without it, only slower; failed statements are counted, and those of requests are logged.
      this.#rest()
    }
  }

  #rest(): void {
    this.#mayBeMade = Date.now() + failureRestsFor * 2 ** Math.min(this.#failures++, 10)
  }

  async #look(): Promise<void> {
    const standing = this.#standing
    if (!standing) return
    const { blocks, since } = standing
    const rows = await this.#db.prepared<ChangedRow>({ name: '', text: orderChanges(this.#by) }, [since])
    const [told] = rows
    if (this.#standing !== standing) return
    const isKnown = rows.every(({ id, number }) => id === null || (number !== null && number < mostNumbers))
    if (!told || told.count > mostChanged || !isKnown) return this.forget(standing)
    for (const row of rows) {
      if (row.id === null || row.number === null) continue
      blocks.put(row.number, blocks.blockOf({ key: row.key, id: row.id }), row.code)
    }
    if (blocks.largest > largestBlock) return this.forget(standing)
    this.#standing = { blocks, since: told.xmin, seen: told.seen }
  }
}

/** @returns undefined where a bug has no number, or there are too many */
async function blocksOf(rows: readonly BlockRow[]): Promise<OrderBlocks | undefined> {
  const numbers = 1 + rows.reduce((highest, { highest: ofBlock }) => Math.max(highest, ofBlock ?? 0), 0)
  if (rows.length === 0 || rows.length > OrderBlocks.most || numbers > mostNumbers) return undefined
  const blocks = new OrderBlocks(rows, numbers)
  for (const [block, { bugs, count }] of rows.entries()) {
    if (bugs?.length !== count * 4) return undefined
    for (let at = 0; at < bugs.length; at += 4) {
      const bug = bugs.readInt32BE(at)
      blocks.put(Math.floor(bug / 8), block, bug % 8)
    }
    if (block % blocksAtOnce === 0) await later()
  }
  return blocks
}
