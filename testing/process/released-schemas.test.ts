import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrateDatabase } from '#server/app.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { migrations } from '#migrations/all.ts'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { brokenRules } from '#testing/faults/invariants.ts'
import { openNewDatabase, type TestDatabase } from '#testing/test-database.ts'

const folder = join(import.meta.dirname, '../released')
const names = Object.keys(migrations)
const written = (name: string) => readFileSync(join(folder, `${name}.sql`), 'utf8')

/** The database of the last version that was asked for, and how many migrations it has gone through. */
let last: TestDatabase | undefined
let done = 0
afterAll(() => last?.drop())

/**
 * Runs with a database as it was when this migration was the newest: it has gone through all before it, and was used in
 * between. Versions are asked for in their order, and each begins with a copy of the one before.
 */
async function withDatabaseOf(name: string, run: (database: Database) => Promise<void>): Promise<void> {
  const cluster = inject('cluster')
  const next = await openNewDatabase(cluster, last?.name ?? 'template0')
  const [before, count] = [last, names.indexOf(name) + 1]
  const { pool } = next.database
  for (const era of names.slice(done, count)) {
    await migrate(pool, Object.fromEntries(Object.entries(migrations).filter(([key]) => key <= era)))
    await pool.query(written(era))
  }
  await next.rest()
  ;[last, done] = [next, count]
  await before?.drop()
  const own = await openNewDatabase(cluster, next.name)
  try {
    await run(own.database)
  } finally {
    await own.drop()
  }
}

/** Returns the bugs that contain this word, or the stem after a `=`. */
async function found(database: Database, word: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select bug_id as id from bug_search where words @@ $1::tsquery order by 1',
    [`'${word}'`],
  )
  return rows.map(({ id }) => id)
}

/** Rows from which mail would go out, or that say who may come in. */
const untouched = ['mails', 'account_links', 'invitation_roles', 'settings']

/** Returns the rows of these tables, each without the columns that `former` lacks; none of a table that is not there. */
async function rowsOf(pool: Database['pool'], former: Record<string, object[]> = {}) {
  const found: Record<string, object[]> = {}
  for (const table of untouched) {
    const { rows: there } = await pool.query('select to_regclass($1) as name', [table])
    const { rows } = there[0].name
      ? await pool.query<{ row: object }>(`select to_jsonb(t) as row from ${table} t`)
      : { rows: [] }
    const known = Object.keys(former[table]?.[0] ?? rows[0]?.row ?? {})
    const kept = rows.map(({ row }) => Object.fromEntries(Object.entries(row).filter(([name]) => known.includes(name))))
    found[table] = kept.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  }
  return found
}

describe('every schema that was released', () => {
  it('has what was written while it was the newest, and is as it was released', () => {
    const checksums = JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8')) as Record<string, string>
    const root = resolve(import.meta.dirname, '../..')
    const now = Object.fromEntries(
      Object.keys(checksums).map((name) => {
        const text = readFileSync(join(root, 'migrations', `${name}.ts`))
        return [name, createHash('sha256').update(text).digest('hex')]
      }),
    )
    expect(now, 'a released migration was edited').toEqual(checksums)
    const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
    expect(files.toSorted(), 'each migration needs a file in testing/released').toEqual(
      names.map((name) => `${name}.sql`),
    )
  })

  it.each(names)('%s is brought to this version with everything that it held', async (name) => {
    await withDatabaseOf(name, async (database) => {
      const { pool } = database
      const file = async () => (await pool.query(`select pg_relation_filenode('events') as n`)).rows[0].n
      const eventsFile = await file()
      const before = await pool.query(
        'select (select count(*) from bugs) as bugs, (select count(*) from comments) as comments',
      )
      const events = await pool.query('select count(*) as n from events')
      const unsent = await rowsOf(pool)
      await migrateDatabase(database)
      expect(await rowsOf(pool, unsent)).toEqual(unsent)
      expect((await pool.query('select from mothlight_jobs.jobs')).rowCount, 'an upgrade sends nothing').toBe(0)
      // To write the whole list of events anew takes minutes, and as much room again.
      if (name >= '0012') expect(await file()).toBe(eventsFile)
      expect(await verifyHistory(database.db)).toEqual({ bugs: before.rows[0].bugs, deviations: [] })
      expect(await brokenRules(pool)).toEqual([])
      expect(
        (await pool.query('select (select count(*) from bugs) as bugs, (select count(*) from comments) as comments'))
          .rows,
      ).toEqual(before.rows)
      expect((await pool.query('select count(*) as n from events')).rows).toEqual(events.rows)
      expect(await found(database, '=crash')).toEqual(['640000000000000000000010'])
      expect(await found(database, '=edit')).toEqual(['640000000000000000000011'])
      if (name >= '0004') expect(await found(database, 'bulb')).toContain('670000000000000000000010')
      if (name >= '0007') expect(await found(database, 'dusk')).toEqual(['6a0000000000000000000010'])
    })
  })
})
