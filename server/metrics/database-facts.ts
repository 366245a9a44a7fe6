import type { Position } from '#server/events/relay.ts'
import type pg from 'pg'

/** How far this process is behind the database, from one query. */
export interface DatabaseFacts {
  /**
   * Age in seconds of the oldest event that the readers of this process have not received yet; 0 when there is none.
   */
  readonly relayLagSeconds: number
  /** Number of such events, 10,000 at most. */
  readonly relayPending: number
  readonly migrations: readonly string[]
}

const pending = {
  name: 'metrics-pending-events',
  text: `select count(*) as count, coalesce(greatest(extract(epoch from clock_timestamp() - min(at)), 0), 0)::float8 as age
    from (select at from events where (tx, id) > ($1::text::xid8, $2::bigint) order by events.tx, id limit 10000) late`,
}
const done = { name: 'metrics-migrations', text: 'select name from kysely_migration' }

/** Reads how far this process is behind. @param position up to where this process has published events */
export async function readDatabaseFacts(pool: pg.Pool, position: Position): Promise<DatabaseFacts> {
  const late = await pool.query<{ count: number; age: number }>({ ...pending, values: [position.tx, position.id] })
  const { rows } = await pool.query<{ name: string }>(done)
  return {
    relayLagSeconds: late.rows[0]?.age ?? 0,
    relayPending: late.rows[0]?.count ?? 0,
    migrations: rows.map(({ name }) => name),
  }
}
