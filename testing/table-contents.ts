import type pg from 'pg'
import type { TestApp } from './test-app.ts'

/**
 * Move by themselves: the one up to two seconds after an event that nobody is told of, such as a login, the other each half
 * minute in which somebody has a page open.
 */
export const movesLater: readonly string[] = ['notification_position', 'open_pages']

/**
 * Returns a fingerprint of every row of every table but those, so that a write anywhere is noticed. What a running product writes
 * after an event may still be on its way: see `settledContents`.
 */
export async function tableContents(pool: pg.Pool, without = movesLater): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
       and table_name <> all($1) order by 1`,
    [without],
  )
  const one = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
  )
  const { rows } = await pool.query<{ name: string; hash: string }>(`${one.join(' union all ')} order by 1`)
  return rows.map(({ name, hash }) => `${name}: ${hash}`).join('\n')
}

/** Returns the fingerprint of every row once it is decided who is told of everything that has happened. */
export async function settledContents(app: Pick<TestApp, 'notified' | 'database'>): Promise<string> {
  await app.notified()
  return tableContents(app.database.pool)
}
