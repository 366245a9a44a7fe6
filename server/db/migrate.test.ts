import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { migrations } from '#migrations/all.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from './migrate.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
})
afterAll(() => test?.drop())

it('gives up a table that somebody reads for long, says so, and changes nothing', async () => {
  const { pool } = test.database
  const reader = await pool.connect()
  await reader.query('begin')
  await reader.query('select from bug_search')
  const up: (typeof migrations)[string]['up'] = async (db) => {
    await sql`set local lock_timeout = '50ms'`.execute(db)
    await sql`alter table bug_search add column later integer`.execute(db)
  }
  await expect(migrate(pool, { ...migrations, '9999-later': { up } })).rejects.toThrow(
    /The migration 9999-later waited too long for a table that is in use, by a backup for example; start again/,
  )
  await reader.query('rollback')
  reader.release()
  expect(await migrate(pool, { ...migrations, '9999-later': { up } })).toEqual(['9999-later'])
})
