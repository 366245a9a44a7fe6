import { anActor } from '#testing/an-actor.ts'
import { transactor } from '#server/events/transactor.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { createBug } from '#server/features/reporting/public.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { accountWithSession } from '#testing/account-with-session.ts'
import { startProcess } from '#testing/product-process.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { brokenRules } from './invariants.ts'

const total = 180

it('a bulk change whose process is killed is finished by the next one, and no bug is changed twice', async () => {
  const { database, url, drop } = await openTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-bulk-'))
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, CHAT_PORT: 'off' }
  let product = await startProcess(settings)
  try {
    const { userId, cookie } = await accountWithSession(database, { name: 'Ada', roles: ['staff'] })
    const actor = anActor({ userId, fullName: 'Ada' })
    const inTx = transactor(database, () => {})
    const texts = { title: 't', description: 'd', stepsToReproduce: 's' }
    const ids: string[] = []
    for (let n = 0; n < total; n++) ids.push((await inTx((tx) => createBug(tx, actor, texts, userId))).id)
    const ask = async (path: string, body?: unknown) => {
      const answer = await fetch(product.origin + path, {
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
      return ((await answer.json()) as { result: { _id: string; done: number; changed: number; isFinished: boolean } })
        .result
    }

    // Its process waits in the third transaction when it is killed.
    const holder = new pg.Client(url)
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from bugs where id = $1 for update', [ids.toSorted()[120]])
    const { _id } = await ask('/api/bug/bulk', { ids, fields: { priority: 'high', status: 'Closed' } })
    const now = () => ask(`/api/bug/bulk/${_id}`)
    await expect.poll(async () => (await now()).done).toBe(100)
    await product.crash()
    await holder.end()

    product = await startProcess(settings)
    await expect.poll(async () => (await now()).isFinished).toBe(true)
    expect(await now()).toMatchObject({ done: total, changed: total })
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::integer as n from events where subject_id = any($1) and bulk_id = $2 group by subject_id`,
      [ids, _id],
    )
    expect(rows.map(({ n }) => n)).toEqual(ids.map(() => 2))
    expect((await verifyHistory(database.db)).deviations).toEqual([])
    expect(await brokenRules(database.pool)).toEqual([])
  } finally {
    await product.end()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
