import type { Db } from '#server/db/database.ts'
import { type RawBuilder, sql } from 'kysely'
import { singleFlight } from './single-flight.ts'

/** Fewer are counted each time: that costs no more than to ask what has changed. */
const fewest = 100
/** Questions that are remembered; the one that was asked longest ago makes room. */
const mostQuestions = 1_000
/** Characters of a question that is remembered: one may name thousands of people. */
const longestQuestion = 4_000

/** What a question says. */
interface Counted {
  readonly total: number
  /** Of how many. */
  readonly among: number
}

interface Total {
  readonly counted: Counted
  /** Every transaction before this one was seen when it was counted, or has been found since not to matter. */
  since: string
}

/**
 * Remembers how many bugs match, so that a common question is counted once until something changes. A total is as exact as
 * a counted one: it is used only when no event that may change it has come since. The list of events is asked from the
 * oldest transaction that was still running when it was counted, so none is missed that committed late; everybody who waits
 * for the same total shares a count that began after they asked.
 */
class RememberedTotals {
  readonly #questions = new Map<string, () => Promise<Counted>>()

  /** @param question counts, as `total` and `among`; nothing but events of bugs and comments, and the ends of labels, may change what it says */
  total(db: Db, question: RawBuilder<Counted>): Promise<Counted> {
    const { sql: text, parameters } = question.compile(db)
    const key = JSON.stringify([text, parameters])
    if (key.length > longestQuestion) return this.#flightFor(db, question, key)()
    const flight = this.#questions.get(key) ?? this.#flightFor(db, question, key)
    // Set again: a map keeps its order, and what is at its beginning makes room.
    this.#questions.delete(key)
    this.#questions.set(key, flight)
    for (const oldest of this.#questions.keys()) {
      if (this.#questions.size <= mostQuestions) break
      this.#questions.delete(oldest)
    }
    return flight()
  }

  #flightFor(db: Db, question: RawBuilder<Counted>, key: string): () => Promise<Counted> {
    let known: Total | undefined
    return singleFlight(async () => {
      if (known) {
        const [since] = await db.read<Changes>(changesSince(known.since), { keepsPlan: true })
        if (since?.changes === 0) {
          known.since = since.xmin
          return known.counted
        }
      }
      const [row] = await db.read<Counted & { xmin: string }>(
        sql`select counted.*, ${oldest} as xmin from (${question}) counted`,
      )
      const { total = 0, among = 0, xmin = '0' } = row ?? {}
      const counted = { total, among }
      known = { counted, since: xmin }
      if (total < fewest) this.#questions.delete(key)
      return counted
    })
  }
}

interface Changes {
  /** 0 or 1. */
  readonly changes: number
  readonly xmin: string
}

/** The oldest transaction that a statement may not have seen. */
const oldest = sql`pg_snapshot_xmin(pg_current_snapshot())::text`

/** Whether anything has happened. Counted, because of what only has to exist the planner forgets the order, and reads all events. */
const changesSince = (since: string) => sql<Changes>`select (select count(*)::integer from (
    select from events e where e.tx >= ${since}::text::xid8 and (starts_with(e.type, 'bug-') or starts_with(e.type, 'comment-')
      or starts_with(e.type, 'internal-comment-') or e.type in ('label-merged', 'label-deleted', 'user-given'))
    order by e.tx, e.id limit 1
  ) as first) as changes, ${oldest} as xmin`

const totals = new WeakMap<Db, RememberedTotals>()

/** What this process remembers of a database. */
export function rememberedTotals(db: Db): RememberedTotals {
  let known = totals.get(db)
  if (!known) totals.set(db, (known = new RememberedTotals()))
  return known
}
