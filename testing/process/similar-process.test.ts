import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ProductProcess, startProcess } from '#testing/product-process.ts'
import { runCommandProcess } from '#testing/run-command.ts'
import { aUsedDataDir } from '#testing/used-data-dir.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mothlight-similar-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

interface Found {
  result: { _id: string; title: string }[]
  isReady: boolean
}

async function post(product: ProductProcess, path: string, body: unknown, cookie = ''): Promise<Response> {
  return fetch(product.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })
}

let people = 0
/** Reports a bug as a new person, because one person waits between two reports. @returns their cookie */
async function report(product: ProductProcess, title: string): Promise<string> {
  const names = { fullName: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' }
  const account = { ...names, email: `ada${++people}@example.test`, password: 'a good password' }
  const registered = await post(product, '/api/user/register', account)
  const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const texts = { title, description: 'It happens.', stepsToReproduce: 'Start it.' }
  expect((await post(product, '/api/bug/new', texts, cookie)).status).toBe(200)
  return cookie
}

async function titlesLike(product: ProductProcess, title: string, cookie: string): Promise<string[]> {
  let found: Found = { result: [], isReady: false }
  await vi.waitFor(async () => {
    found = (await (await post(product, '/api/bug/similar', { title }, cookie)).json()) as Found
    expect(found.isReady).toBe(true)
  })
  return found.result.map((bug) => bug.title).toSorted()
}

it('similar bugs are all found after a stop, a crash, and an import by another process', async () => {
  const start = () => startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'info', LIMIT_SIMILAR: '1000' })
  await aUsedDataDir(dataDir)
  let product = await start()
  const cookie = await report(product, 'Turbine bearing overheats')
  expect(await titlesLike(product, 'turbine bearing', cookie)).toEqual(['Turbine bearing overheats'])
  expect(await product.end()).toBe(0)

  product = await start()
  expect(await titlesLike(product, 'turbine bearing', cookie)).toEqual(['Turbine bearing overheats'])
  await report(product, 'Turbine bearing seizes')
  await product.crash()

  product = await start()
  const both = ['Turbine bearing overheats', 'Turbine bearing seizes']
  expect(await titlesLike(product, 'turbine bearing', cookie)).toEqual(both)

  const file = join(dataDir, 'bugs.jsonl')
  const bug = {
    id: 'T-1',
    title: 'Turbine bearing whines',
    description: 'From elsewhere.',
    created: '2024-01-01T00:00:00Z',
  }
  await writeFile(file, `${JSON.stringify(bug)}\n`)
  const imported = await runCommandProcess(['import', file], { DATA_DIR: dataDir })
  expect(imported.code, imported.stderr).toBe(0)
  await vi.waitFor(
    async () =>
      expect(await titlesLike(product, 'turbine bearing', cookie)).toEqual([...both, 'Turbine bearing whines']),
    10_000,
  )
  expect(await product.end()).toBe(0)
}, 180_000)
