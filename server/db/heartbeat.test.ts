import { openLog } from '#server/config/log.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
})
afterAll(() => test?.drop())

it('asks on another connection when its own was ended, before anybody is told that the database is away', async () => {
  const { pool } = test.database
  const heartbeat = startHeartbeat(pool, { connectionString: test.url }, openLog('silent'))
  let returns = 0
  heartbeat.onReturn(() => returns++)
  // The connection that has asked and was answered.
  const own = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'mothlight heartbeat' and datname = current_database()
        and state = 'idle' and query = 'select 1'`,
    )
    return rows[0]?.pid
  }
  await expect.poll(own).toBeDefined()
  const first = await own()
  await pool.query('select pg_terminate_backend($1)', [first])
  await expect.poll(async () => (await own()) ?? first).not.toBe(first)
  expect([heartbeat.isAway, returns]).toEqual([false, 0])
  await heartbeat.stop()
})
