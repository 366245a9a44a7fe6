import type { Tx } from '#server/db/database.ts'
import type { EventType, NewEvent } from './event.ts'
import { noteRecorded } from './transactor.ts'

/** Appends what happened, in the transaction that makes it happen: both are kept, or neither. */
export async function recordEvent<T extends EventType>(tx: Tx, event: NewEvent<T>): Promise<void> {
  await recordEvents(tx, [event])
}

/** Appends many events in their order. */
export async function recordEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
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
  await noteRecorded(tx, events)
}
