import type { Db, Prepared } from '#server/db/database.ts'
import type { EventType } from '#server/events/event.ts'
import type { Position } from '#server/events/relay.ts'

/** What happens to bugs without changing their texts or the bug that they repeat. */
const irrelevant: readonly EventType[] = [
  'bug-status-changed',
  'bug-assigned',
  'bug-joined',
  'bug-left',
  'bug-duplicate-added',
  'bug-duplicate-removed',
]

/** @returns the bugs that some of the events may have changed for the index, each once */
export function changedBugs(events: readonly { readonly type: EventType; readonly subjectId: string }[]): Set<string> {
  const relevant = events.filter(({ type }) => type.startsWith('bug-') && !irrelevant.includes(type))
  return new Set(relevant.map(({ subjectId }) => subjectId))
}

// By number too: a database that was copied to another server counts its transactions anew.
const since: Prepared = {
  name: 'similar-changed-since',
  text: `select subject_id as id from events
      where (tx, id) > ($1::text::xid8, $2::bigint) and starts_with(type, 'bug-') and type <> all($3::text[])
    union
    select subject_id from events where id > $2::bigint and starts_with(type, 'bug-') and type <> all($3::text[])`,
}

/** @returns the bugs that may have changed after a position, as far as that is committed */
export async function changedSince(db: Db, { tx, id }: Position): Promise<string[]> {
  const rows = await db.prepared<{ id: string }>(since, [tx, id, irrelevant])
  return rows.map((row) => row.id)
}

const event: Prepared = {
  name: 'similar-event-at',
  text: `select md5(concat_ws('|', type, subject_id, actor_id, at at time zone 'utc', payload::text)) as event
    from events where id = $1 and tx = $2::text::xid8`,
}

/** @returns something that no other event has in common with the one at this position; null when there is none */
export async function eventAt(db: Db, { tx, id }: Position): Promise<string | null> {
  const [row] = await db.prepared<{ event: string }>(event, [id, tx])
  return row?.event ?? null
}
