import type pg from 'pg'

/** What sends single statements: a client or a pool. */
export type Queries = Pick<pg.ClientBase, 'query'>

export interface Column {
  readonly name: string
  /** As PostgreSQL writes it, e.g. `xid8`. */
  readonly type: string
}

export interface Table {
  readonly name: string
  /** Without generated ones. */
  readonly columns: readonly Column[]
}

export interface Sequence {
  readonly name: string
  readonly value: number
  /** False for one that has given no number yet. */
  readonly isCalled: boolean
}

/**
 * Tables that no backup holds: which migrations ran stands in the manifest; counters of refused attempts, the one-time
 * link of a start and the processes that do jobs mean nothing elsewhere; each restore holds what is outgoing. Jobs are in
 * another schema, and in no backup.
 */
const leftOut = [
  'kysely_migration',
  'kysely_migration_lock',
  'rate_limits',
  'setup_tokens',
  'job_workers',
  'outgoing_hold',
]

/** The tables that a backup holds, by name. */
export async function tablesOf(client: Queries): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: Column[] }>(
    `select c.relname as name,
        json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
          as columns
      from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all($1)
      group by c.relname order by c.relname collate "C"`,
    [leftOut],
  )
  return rows
}

/** Where each sequence stands now, which is never before the numbers that an earlier snapshot shows. */
export async function sequencesOf(client: Queries): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname collate "C"`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${quoted(name)}`,
    )
    for (const { value, is_called } of found) sequences.push({ name, value: Number(value), isCalled: is_called })
  }
  return sequences
}

/** The migrations that ran, in order; undefined where there is no Mothlight at all. */
export async function migrationsIn(client: Queries): Promise<string[] | undefined> {
  const { rows: found } = await client.query<{ is: boolean }>(
    `select to_regclass('kysely_migration') is not null as is`,
  )
  if (!found[0]?.is) return undefined
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name collate "C"')
  return rows.map(({ name }) => name)
}

/** A name as SQL takes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
