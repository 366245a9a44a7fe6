import type { Tx } from '#server/db/database.ts'
import { type RawBuilder, sql } from 'kysely'
import type { EventType, NewEvent } from './event.ts'
import { noteRecorded } from './transactor.ts'

const bulks = new WeakMap<Tx, string>()

/** Says of everything that the transaction records from now on that it belongs to a change of many bugs. */
export function belongsToBulk(tx: Tx, bulkId: string): void {
  bulks.set(tx, bulkId)
}

/** Appends an event in the transaction that makes the change: both are kept, or neither. */
export async function recordEvent<T extends EventType>(tx: Tx, event: NewEvent<T>): Promise<void> {
  await recordEvents(tx, [event])
}

/**
 * Returns the part of a `with` that appends one event, for a statement that also makes the change. Call `noteRecorded`
 * after it.
 * @param known what of the payload the statement alone knows, such as `|| jsonb_build_object(…)`
 */
export const eventPart = (event: NewEvent, known: RawBuilder<unknown> = nothingMore): RawBuilder<unknown> =>
  eventRow(event, null, known)

const nothingMore = sql``

const eventRow = (event: NewEvent, bulkId: string | null, known = nothingMore) => sql`event as (
    insert into events (type, subject_id, actor_id, payload, version, undoes, bulk_id)
    values (${event.type}, ${event.subjectId}, ${event.actorId}, ${JSON.stringify(event.payload)}::jsonb${known},
      ${event.version ?? null}, ${event.undoes ?? null}, ${bulkId})
  )`

/** Appends many events in their order. */
export async function recordEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const [only] = events
  if (!only) return
  const bulkId = bulks.get(tx) ?? null
  if (events.length === 1) await tx.run(sql`with ${eventRow(only, bulkId)} select`, { keepsPlan: true })
  else await insertEvents(tx, events, bulkId)
  await noteRecorded(tx, events)
}

/** One parameter holds them all: thousands of parameters take longer to read than the rows to store. */
async function insertEvents(tx: Tx, events: readonly NewEvent[], bulkId: string | null): Promise<void> {
  const rows = events.map(({ type, subjectId, actorId, payload, version, undoes }) => ({
    type,
    subject_id: subjectId,
    actor_id: actorId,
    payload,
    version,
    undoes,
  }))
  await sql`
    insert into events (type, subject_id, actor_id, payload, version, undoes, bulk_id)
    select type, subject_id, actor_id, payload, version, undoes, ${bulkId}
      from rows from (json_to_recordset(${JSON.stringify(rows)}::json)
        as (type text, subject_id text, actor_id text, payload jsonb, version integer, undoes bigint))
        with ordinality as event (type, subject_id, actor_id, payload, version, undoes, place)
      order by place`.execute(tx)
}
