import type { Database, Prepared, Tx } from '#server/db/database.ts'
import type { NewEvent } from './event.ts'

/** Runs work in one transaction, as `Database.inTx` does, and publishes its events once they are committed. */
export type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Further work for an event in the same transaction: both are kept, or neither. For features that other features don't
 * know.
 */
export type Reaction = (tx: Tx, event: NewEvent) => Promise<void>

const recorded = new WeakMap<Tx, { readonly events: NewEvent[]; readonly reactions: readonly Reaction[] }>()

/** Keeps events until the commit of their transaction, and runs the reactions to them. `recordEvents` calls it. */
export async function noteRecorded(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const noted = recorded.get(tx)
  if (!noted) return
  noted.events.push(...events)
  for (const reaction of noted.reactions) for (const event of events) await reaction(tx, event)
}

/**
 * Creates the function that runs transactions.
 * @param onCommitted called after each commit that recorded events and before the caller goes on, so that cached data
 * about the changed records is removed in time. Must not throw.
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
 * Runs a write that is one statement, and so a transaction by itself, and publishes its events once it is committed.
 * For the few writes whose time people notice: it saves the round trips for BEGIN and COMMIT.
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
