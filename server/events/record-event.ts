import type { Tx } from '#server/db/database.ts'
import { type RawBuilder, sql } from 'kysely'
import type { EventType, NewEvent } from './event.ts'
import { noteRecorded } from './transactor.ts'

/** Appends an event in the transaction that makes the change: both are kept, or neither. */
export async function recordEvent<T extends EventType>(tx: Tx, event: NewEvent<T>): Promise<void> {
  await recordEvents(tx, [event])
}

/**
 * Returns the part of a `with` that appends one event, for a statement that also makes the change. Call `noteRecorded`
 * after it.
 */
export const eventPart = (event: NewEvent): RawBuilder<unknown> => sql`event as (
    insert into events (type, subject_id, actor_id, payload, version, undoes)
    values (${event.type}, ${event.subjectId}, ${event.actorId}, ${JSON.stringify(event.payload)},
      ${event.version ?? null}, ${event.undoes ?? null})
  )`

/** Appends many events in their order. */
export async function recordEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const [only] = events
  if (!only) return
  if (events.length === 1) await tx.run(sql`with ${eventPart(only)} select`, { keepsPlan: true })
  else await insertEvents(tx, events)
  await noteRecorded(tx, events)
}

async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  await tx
    .insertInto('events')
    .values(
      events.map((event) => ({
        type: event.type,
        subject_id: event.subjectId,
        actor_id: event.actorId,
        payload: JSON.stringify(event.payload),
        version: event.version ?? null,
        undoes: event.undoes ?? null,
      })),
    )
    .execute()
}
