import type pg from 'pg'
import { expect } from 'vitest'

/** Waits until a statement on this database waits for a lock that another one holds. */
export async function untilBlocked(pool: pg.Pool): Promise<void> {
  const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await pool.query(blocked)).rowCount).toBeGreaterThan(0)
}
