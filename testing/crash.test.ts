import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postmasterPid, startProcess } from './product-process.ts'

const rounds = 10
const writers = 8

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mothlight-crash-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

interface Comments {
  result: { comments: { message: string }[]; commentCount: number }
}

it(`every acknowledged write is there after ${rounds} crashes under load`, async () => {
  const acknowledged = new Set<string>()
  let product = await startProcess({ DATA_DIR: dataDir })
  const send = (path: string, body: unknown, cookie = '') =>
    fetch(product.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    })

  const account = {
    password: 'a good password',
    fullName: 'Writer',
    givenName: 'W',
    familyName: 'R',
    email: 'w@example.test',
  }
  const cookie = (await send('/api/user/register', account)).headers.get('set-cookie')?.split(';')[0] ?? ''
  const report = await send('/api/bug/new', { title: 't', description: 'd', stepsToReproduce: 's' }, cookie)
  const bugId = ((await report.json()) as { result: { _id: string } }).result._id

  let crashed = false
  /** Writes one comment after another until the crash cuts it off. */
  async function write(name: string): Promise<void> {
    for (let count = 0; !crashed; count++) {
      const message = `${name} ${count}`
      const answer = await send(`/api/bug/${bugId}/comments/new`, { message }, cookie).catch(() => undefined)
      if (answer?.status === 200) acknowledged.add(message)
    }
  }

  for (let round = 0; round < rounds; round++) {
    crashed = false
    const before = acknowledged.size
    const writing = Array.from({ length: writers }, (_, index) => write(`round ${round} writer ${index}`))
    while (acknowledged.size < before + 20) await setTimeout(5)
    await setTimeout((round * 37) % 150)
    // In every other round the database dies with the application, as when the machine fails.
    const database = postmasterPid(dataDir)
    if (round % 2 === 1 && database) process.kill(database, 'SIGKILL')
    await product.crash()
    crashed = true
    await Promise.all(writing)
    product = await startProcess({ DATA_DIR: dataDir })
  }

  const { result } = (await (
    await fetch(`${product.origin}/api/bug/${bugId}`, { headers: { cookie } })
  ).json()) as Comments
  const kept = new Set(result.comments.map((comment) => comment.message))
  expect([...acknowledged].filter((message) => !kept.has(message))).toEqual([])
  expect(kept.size).toBe(result.comments.length)
  expect(result.commentCount).toBe(result.comments.length)
  expect(await product.end()).toBe(0)
}, 180_000)
