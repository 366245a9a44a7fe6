import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WorkerLife } from './workers.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
})
beforeEach(() => query('delete from job_workers'))
afterAll(() => test?.drop())

const query = async (text: string, values: unknown[] = []) => (await test.database.pool.query(text, values)).rows
const jobs = () => query('select locked_by from mothlight_jobs.jobs order by id')
/** Makes a job that a worker holds. */
const heldBy = async (worker: string) => {
  const [{ id }] = await query(`select id from mothlight_jobs.add_job('any')`)
  await query('update mothlight_jobs._private_jobs set locked_at = now(), locked_by = $1 where id = $2', [worker, id])
}

describe('a worker', () => {
  it('keeps its jobs for as long as it goes on, whatever the clock says', async () => {
    const [one, other] = [new WorkerLife(test.database.pool, 'one'), new WorkerLife(test.database.pool, 'other')]
    await one.begin()
    await other.begin()
    await heldBy('one')
    for (let look = 0; look < 10; look++) {
      // Twice as many looks as beats: one of them was slow.
      if (look % 2 === 0) expect(await one.beat()).toBe(true)
      expect(await other.lookAfterOthers()).toEqual([])
    }
    expect(await jobs()).toEqual([{ locked_by: 'one' }])
  })

  it('loses them to one that looked often enough while it did nothing, and learns of it', async () => {
    const [one, other] = [new WorkerLife(test.database.pool, 'one'), new WorkerLife(test.database.pool, 'other')]
    await one.begin()
    await one.beat()
    await other.begin()
    for (let look = 0; look < 4; look++) expect(await other.lookAfterOthers()).toEqual([])
    expect(await jobs()).toEqual([{ locked_by: 'one' }])
    expect(await other.lookAfterOthers()).toEqual(['one'])
    expect(await jobs()).toEqual([{ locked_by: null }])
    expect(await one.beat()).toBe(false)
    expect(await other.beat()).toBe(true)
  })

  it('loses them too when it was killed before it had said anything', async () => {
    const other = new WorkerLife(test.database.pool, 'other')
    await other.begin()
    await heldBy('nobody')
    await heldBy('other')
    const dead: string[] = []
    for (let look = 0; look < 5; look++) dead.push(...(await other.lookAfterOthers()))
    expect(dead).toEqual(['nobody'])
  })
})
