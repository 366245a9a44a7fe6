import { migrations } from '#migrations/all.ts'
import type pg from 'pg'
import { type Finding, ok, problem, warning } from './finding.ts'

const check = 'schema'

export interface SchemaState {
  /** Whether the tables have this version's schema, so that their content can be checked. */
  readonly isCurrent: boolean
  readonly findings: readonly Finding[]
}

/** Checks whether the tables have this version's schema. */
export async function checkSchema(pool: pg.Pool): Promise<SchemaState> {
  const { rows } = await pool.query<{ found: string | null }>(`select to_regclass('kysely_migration')::text as found`)
  if (!rows[0]?.found) {
    const { rows: tables } = await pool.query(
      `select from information_schema.tables where table_schema = current_schema() limit 1`,
    )
    const finding =
      tables.length === 0
        ? ok(check, 'The database is empty: the first start makes its tables.')
        : problem(
            check,
            'The database holds tables of something else.',
            'Give Mothlight a database of its own in DATABASE_URL.',
          )
    return { isCurrent: false, findings: [finding] }
  }
  const { rows: done } = await pool.query<{ name: string }>('select name from kysely_migration order by name')
  const names = done.map(({ name }) => name)
  const known = Object.keys(migrations)
  const newer = names.filter((name) => !known.includes(name))
  if (newer.length > 0) {
    const fix = 'Run that version, or restore a backup made with this one.'
    const told = `The database was used by a newer Mothlight (it holds the migration ${newer[0]}).`
    return { isCurrent: false, findings: [problem(check, told, fix)] }
  }
  const pending = known.filter((name) => !names.includes(name))
  if (pending.length > 0) {
    const fix = 'Make a backup; the next start, or mothlight migrate, runs them.'
    const told = `Migrations are still to be run: ${pending.join(', ')}.`
    return { isCurrent: false, findings: [warning(check, told, fix)] }
  }
  return {
    isCurrent: true,
    findings: [ok(check, `All ${known.length} migrations have run.`), ...(await upgrades(pool))],
  }
}

async function upgrades(pool: pg.Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ part: string }>('select part from search_upgrade')
  if (rows.length === 0) return []
  const parts = rows.map(({ part }) => part).join(', ')
  const fix = 'The next start goes on with it, and serves when it is done.'
  return [warning('search', `Indexing for the present search is not finished (${parts}).`, fix)]
}
