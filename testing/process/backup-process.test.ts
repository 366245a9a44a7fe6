import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { openEmptyDatabase } from '#testing/backup-world.ts'
import { type ProductProcess, startProcess } from '#testing/product-process.ts'
import { runCommandProcess } from '#testing/run-command.ts'
import { aUsedDataDir } from '#testing/used-data-dir.ts'

const writers = 6
/** With TEST_DATABASE_URL set, the commands would otherwise use that database instead of the embedded one. */
const settingsOf = (dataDir: string) => ({ DATA_DIR: dataDir, SIMILAR: 'off' })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mothlight-backups-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const account = {
  ...{ email: 'w@example.test', password: 'a good password' },
  ...{ fullName: 'Writer', givenName: 'W', familyName: 'R' },
}

async function send(origin: string, path: string, body: unknown, cookie = ''): Promise<Response> {
  const isFile = Buffer.isBuffer(body)
  return fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': isFile ? 'application/octet-stream' : 'application/json', ...(cookie && { cookie }) },
    body: isFile ? new Uint8Array(body) : JSON.stringify(body),
  })
}

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

interface Result {
  result: { _id: string; comments: { message: string }[]; commentCount: number }
}

async function messagesOf({ origin }: ProductProcess, bugId: string, cookie: string): Promise<Set<string>> {
  const answer = await fetch(`${origin}/api/bug/${bugId}`, { headers: { cookie } })
  const { result } = (await answer.json()) as Result
  expect(result.commentCount).toBe(result.comments.length)
  return new Set(result.comments.map(({ message }) => message))
}

it('a backup under load has every write that was acknowledged before it, and what is restored from it works', async () => {
  const [home, restored] = [join(folder, 'home'), join(folder, 'restored')]
  const product = await startProcess(settingsOf(await aUsedDataDir(home)))
  const cookie = cookieOf(await send(product.origin, '/api/user/register', account))
  const content = randomBytes(300_000)
  const file = (await (await send(product.origin, '/api/attachments?name=a.bin', content, cookie)).json()) as Result
  const texts = { title: 'Glimmering', description: `attachment:${file.result._id}`, stepsToReproduce: 's' }
  const report = (await (await send(product.origin, '/api/bug/new', texts, cookie)).json()) as Result
  const bugId = report.result._id

  const acknowledged = new Set<string>()
  let isOver = false
  async function write(name: string): Promise<void> {
    for (let count = 0; !isOver; count++) {
      const message = `${name} ${count}`
      const answer = await send(product.origin, `/api/bug/${bugId}/comments/new`, { message }, cookie)
      if (answer.status === 200) acknowledged.add(message)
    }
  }
  const writing = Array.from({ length: writers }, (_, index) => write(`writer ${index}`))
  const path = join(folder, 'moths.tar.zst')
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(30), 20_000)
  const before = new Set(acknowledged)
  const backup = await runCommandProcess(['backup', path], settingsOf(home))
  expect(backup).toMatchObject({ code: 0, stderr: '' })
  isOver = true
  await Promise.all(writing)
  expect(acknowledged.size).toBeGreaterThan(before.size)
  expect(await product.end()).toBe(0)

  expect((await runCommandProcess(['restore', path], settingsOf(restored))).code).toBe(0)
  expect(await runCommandProcess(['verify'], settingsOf(restored))).toMatchObject({
    code: 0,
    stdout: '1 bugs are as their history says.\n',
  })
  const again = await startProcess(settingsOf(restored))
  const entered = await send(again.origin, '/api/user/login', account)
  expect(entered.status).toBe(200)
  const kept = await messagesOf(again, bugId, cookieOf(entered))
  expect([...before].filter((message) => !kept.has(message))).toEqual([])
  // It contains only what was written; what was written during the backup may be missing.
  expect([...kept].filter((message) => !acknowledged.has(message))).toEqual([])
  // The earlier session is restored too.
  const get = (url: string) => fetch(again.origin + url, { headers: { cookie } })
  const found = (await (await get('/api/bug/list?keywords=glimmer')).json()) as { result: { _id: string }[] }
  expect(found.result.map(({ _id }) => _id)).toEqual([bugId])
  const downloaded = await get(`/api/attachments/${file.result._id}`)
  expect(Buffer.from(await downloaded.arrayBuffer()).equals(content)).toBe(true)
  const refused = await runCommandProcess(['restore', path], settingsOf(restored))
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('Mothlight is already running')
  expect(await again.end()).toBe(0)
}, 180_000)

it('everything goes from the embedded database to an external one and back', async () => {
  const [home, back] = [join(folder, 'home'), join(folder, 'back')]
  const paths = ['first', 'second', 'third'].map((name) => join(folder, `${name}.jsonl.gz`))
  const [first = '', second = '', third = ''] = paths
  const external = await openEmptyDatabase(inject('cluster'))
  try {
    const outside = { DATABASE_URL: external.url, DATA_DIR: join(folder, 'files') }
    const reports: string[] = []
    for (const [args, settings] of [
      [['export', first, '--with-secrets'], settingsOf(home)],
      [['import', first], outside],
      [['export', second, '--with-secrets'], outside],
      [['import', second], settingsOf(back)],
      [['export', third, '--with-secrets'], settingsOf(back)],
    ] as const) {
      const { code, stdout, stderr } = await runCommandProcess([...args], settings)
      expect(code, stderr).toBe(0)
      reports.push(
        stdout
          .replace(/^.*\n/, '')
          .replace(/Time: .*\n$/, '')
          .replaceAll(/: +/g, ': '),
      )
    }
    expect(new Set(reports).size).toBe(1)
    const product = await startProcess(settingsOf(back))
    expect((await send(product.origin, '/api/user/login', account)).status).toBe(200)
    expect(await product.end()).toBe(0)
  } finally {
    await external.drop()
  }
}, 180_000)
