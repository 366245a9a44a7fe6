import type { Database, Tx } from '#server/db/database.ts'
import type { NewEvent } from './event.ts'

/** Runs work in one transaction, as `Database.inTx` does, and tells of its events once they are committed. */
export type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const recorded = new WeakMap<Tx, NewEvent[]>()

/** Remembers events for the commit of their transaction; `recordEvents` calls it. */
export function noteRecorded(tx: Tx, events: readonly NewEvent[]): void {
  recorded.get(tx)?.push(...events)
}

/**
 * @param onCommitted called after each commit that recorded events and before the caller goes on, so that what this
 *   process remembers of the changed records is forgotten in time. Must not throw.
 */
export function transactor(database: Database, onCommitted: (events: readonly NewEvent[]) => void): InTx {
  return async (work) => {
    const events: NewEvent[] = []
    const result = await database.inTx(async (tx) => {
      recorded.set(tx, events)
      return work(tx)
    })
    if (events.length > 0) onCommitted(events)
    return result
  }
}
