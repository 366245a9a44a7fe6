import type { Database, Prepared, Tx } from '#server/db/database.ts'
import type { NewEvent } from './event.ts'

/** Runs work in one transaction, as `Database.inTx` does, and tells of its events once they are committed. */
export type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * What else has to happen when something happens, in the same transaction: both are kept, or neither. For features that
 * others know nothing of.
 */
export type Reaction = (tx: Tx, event: NewEvent) => Promise<void>

const recorded = new WeakMap<Tx, { readonly events: NewEvent[]; readonly reactions: readonly Reaction[] }>()

/** Remembers events for the commit of their transaction, and lets others react to them; `recordEvents` calls it. */
export async function noteRecorded(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const noted = recorded.get(tx)
  if (!noted) return
  noted.events.push(...events)
  for (const reaction of noted.reactions) for (const event of events) await reaction(tx, event)
}

/**
 * @param onCommitted called after each commit that recorded events and before the caller goes on, so that what this
 *   process remembers of the changed records is forgotten in time. Must not throw.
 */
export function transactor(
  database: Database,
  onCommitted: (events: readonly NewEvent[]) => void,
  reactions: readonly Reaction[] = [],
): InTx {
  return async (work) => {
    const events: NewEvent[] = []
    const result = await database.inTx(async (tx) => {
      recorded.set(tx, { events, reactions })
      return work(tx)
    })
    if (events.length > 0) onCommitted(events)
    return result
  }
}

/**
 * Runs a write that is one statement, which is a transaction by itself, and tells of its events once it is committed.
 * For the few writes whose time people feel: it saves the way to the database and back for begin and commit.
 * @param eventsOf the events that the statement has recorded, by its rows
 */
export type AtOnce = <Row>(
  statement: Prepared,
  values: readonly unknown[],
  eventsOf: (rows: readonly Row[]) => readonly NewEvent[],
) => Promise<Row[]>

export function atOnceWriter(database: Database, onCommitted: (events: readonly NewEvent[]) => void): AtOnce {
  return async <Row>(
    { name, text }: Prepared,
    values: readonly unknown[],
    eventsOf: (rows: readonly Row[]) => readonly NewEvent[],
  ) => {
    const { rows } = await database.pool.query({ name, text, values: [...values] })
    const events = eventsOf(rows as Row[])
    if (events.length > 0) onCommitted(events)
    return rows as Row[]
  }
}
