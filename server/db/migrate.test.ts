import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { migrations } from '#migrations/all.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdNodesOff, sayAlive } from './living-nodes.ts'
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

it('refuses while a node says that it lives, unless it only adds', async () => {
  const { pool } = test.database
  const node = await pool.connect()
  await sayAlive(node)
  const up: (typeof migrations)[string]['up'] = async (db) => {
    await sql`create table if not exists later_things (id integer)`.execute(db)
  }
  const known = { ...migrations, '9999-later': { up } }
  try {
    await expect(migrate(pool, { ...known, '9999-newer': { up } })).rejects.toThrow(
      /^This version changes the database, and other Mothlight processes still run on it \(connected from [^)]+\)/,
    )
    expect(await migrate(pool, { ...known, '9999-newer': { up, addsOnly: true } })).toEqual(['9999-newer'])
  } finally {
    node.release(true)
  }
})

it('says where a node is connected from only when the account may see it', async ({ skip }) => {
  const { pool } = test.database
  const { rows } = await pool.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = current_user')
  skip(!rows[0]?.rolsuper, 'only a superuser becomes another account')
  const [node, other] = [await pool.connect(), await pool.connect()]
  try {
    await sayAlive(node)
    await other.query('set role pg_signal_backend')
    expect(await holdNodesOff(other)).toEqual(['an address that this account may not see'])
  } finally {
    node.release(true)
    other.release(true)
  }
})
