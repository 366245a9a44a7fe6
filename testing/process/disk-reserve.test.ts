import { readConfig } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newVisitorCookie, openChatClient } from '#testing/chat-client.ts'
import { type ProductProcess, startProcess } from '#testing/product-process.ts'
import { aUsedDataDir } from '#testing/used-data-dir.ts'

let dataDir: string
let product: ProductProcess | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mothlight-reserve-'))
})
afterEach(async () => {
  await product?.end()
  await rm(dataDir, { recursive: true, force: true })
})

it('with less room than the reserve, whoever writes is told so, and whoever reads is served', async () => {
  await aUsedDataDir(dataDir)
  product = await startProcess({ DATA_DIR: dataDir, DISK_RESERVE_MB: '1000000' })
  const { origin } = product
  const person = {
    email: 'a@example.test',
    password: 'a good password',
    fullName: 'A',
    givenName: 'A',
    familyName: 'A',
  }
  const answer = await fetch(`${origin}/api/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
  expect(await answer.json()).toMatchObject({
    error: {
      code: 'unavailable',
      message:
        'The server’s disk is full: this was not saved. Whoever runs the server has to make room; then try again.',
    },
  })
  expect((await fetch(`${origin}/api/user/loginStatus`)).status).toBe(200)
  expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ status: 'ready', readOnly: 'the disk is full' })
  const visitor = await openChatClient(origin, await newVisitorCookie(origin))
  await expect(visitor.say('hello')).rejects.toThrow('disk is full')
  visitor.close()
  expect(product.output()).toContain('too little room on the disk')
})

it('with less room than the reserve, what is over is deleted, which makes room', async () => {
  await aUsedDataDir(dataDir)
  product = await startProcess({ DATA_DIR: dataDir, DISK_RESERVE_MB: '1000000' })
  const database = await connectDatabase(readConfig({ DATA_DIR: dataDir }), openLog('silent'), 'command')
  try {
    await database.pool.query(`insert into rate_limits values ('login:over', 1, 1000)`)
    await database.pool.query(`select mothlight_jobs.add_job('delete-ended-sessions')`)
    await expect.poll(async () => (await database.pool.query('select from rate_limits')).rowCount).toBe(0)
  } finally {
    await database.close()
  }
})
