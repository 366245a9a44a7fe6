import type pg from 'pg'

/** Returns a fingerprint of every row of every table, so that a write anywhere is noticed. */
export async function tableContents(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%' order by 1`,
  )
  const one = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
  )
  const { rows } = await pool.query<{ name: string; hash: string }>(`${one.join(' union all ')} order by 1`)
  return rows.map(({ name, hash }) => `${name}: ${hash}`).join('\n')
}
