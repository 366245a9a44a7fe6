import type { Db, Prepared } from '#server/db/database.ts'

/**
 * The next event after the position, whatever holds it up: whoever waits for news does not ask. `lateral` makes it one step in
 * the index of the list's order, however long the list is.
 */
const lag: Prepared = {
  name: 'notification-lag',
  text: `select coalesce(extract(epoch from clock_timestamp() - (
      select waiting.at from notification_position p cross join lateral (
        select e.at from events e where (e.tx, e.id) > (p.tx, p.event_id) order by e.tx, e.id limit 1
      ) as waiting)), 0)::float8 as seconds`,
}

/** Returns for how many seconds the oldest event has waited of which it is not decided who is told; 0 when there is none. */
export async function notificationLag(db: Db): Promise<number> {
  const [row] = await db.prepared<{ seconds: number }>(lag, [])
  return Math.max(0, row?.seconds ?? 0)
}
