import type pg from 'pg'
import { expect } from 'vitest'

/** Waits until `count` statements on this database, or more, wait for locks that others hold. */
export async function untilBlocked(observer: pg.Pool | pg.Client, count = 1): Promise<void> {
  const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await observer.query(blocked)).rowCount).toBeGreaterThanOrEqual(count)
}
