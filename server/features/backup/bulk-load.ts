import type pg from 'pg'

interface Definition {
  readonly name: string
  readonly table: string
  readonly definition: string
}

/**
 * Takes the foreign keys and the indexes away while `work` fills the tables, and makes them again after it: that is
 * quicker, tables may come in any order, and what refers to nothing is found all the same.
 * @param later names of indexes that the caller makes again by itself
 */
export async function withoutIndexes<T>(
  client: pg.ClientBase,
  later: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const { rows: keys } = await client.query<Definition>(
    `select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conname`,
  )
  const { rows: indexes } = await client.query<Definition>(
    `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
        pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = current_schema()::regnamespace
        and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
      order by c.relname`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const result = await work()
  for (const { name, definition } of indexes) if (!later.includes(name)) await client.query(definition)
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  return result
}
