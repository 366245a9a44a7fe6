import type { Db, Prepared } from '#server/db/database.ts'

/** How far it is behind to decide who is told, the same on every process of one database. */
export interface NotificationLag {
  /** For how long the oldest event has waited of which that is not decided; 0 when there is none. */
  readonly seconds: number
  /** How many such events there are, 10,000 at most. */
  readonly events: number
}

/**
 * The next events after the position, whatever holds them up: whoever waits for news does not ask. `lateral` takes them from
 * the index of the list's order, however long the list is.
 */
const lag: Prepared = {
  name: 'notification-lag',
  text: `select count(*)::integer as events,
      coalesce(greatest(extract(epoch from clock_timestamp() - min(waiting.at)), 0), 0)::float8 as seconds
    from notification_position p cross join lateral (
      select e.at from events e where (e.tx, e.id) > (p.tx, p.event_id) order by e.tx, e.id limit 10000
    ) as waiting`,
}

/** Returns how far it is behind to decide who is told. */
export async function notificationLag(db: Db): Promise<NotificationLag> {
  const [row] = await db.prepared<NotificationLag>(lag, [])
  return row ?? { seconds: 0, events: 0 }
}
