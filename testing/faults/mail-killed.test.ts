import { newRecordId } from '#server/db/record-id.ts'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { type ProductProcess, startProcess } from '#testing/product-process.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'

let test: TestDatabase
let server: MailServer
let settings: Record<string, string>
const running = new Set<ProductProcess>()

beforeEach(async () => {
  test = await openTestDatabase()
  server = await startMailServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-mails-'))
  settings = { ...server.settings, DATABASE_URL: test.url, DATA_DIR: dataDir, CHAT_PORT: 'off', LOG_LEVEL: 'info' }
})
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  running.clear()
  await server.close()
  await test.drop()
  await rm(settings['DATA_DIR'] ?? '', { recursive: true, force: true })
})

const query = async (text: string, values: unknown[] = []) => (await test.database.pool.query(text, values)).rows
const unsent = async () =>
  (await query('select count(*)::integer as n from mails where sent_on is null'))[0]?.n as number

async function start(more: Record<string, string> = {}): Promise<ProductProcess> {
  const product = await startProcess({ ...settings, ...more })
  running.add(product)
  return product
}

/** Stores test mails that are due. */
const putMails = (addresses: readonly string[]) =>
  query(
    `insert into mails (id, kind, address, due_on, expires_on)
      select id, 'test-mail', address, now(), now() + interval '24 hours' from unnest($1::text[], $2::text[]) as put (id, address)`,
    [addresses.map(() => newRecordId()), addresses],
  )
const wake = () =>
  query(`select mothlight_jobs.add_job('send-mails', queue_name => 'send-mails', job_key => 'send-mails')`)
const idOf = ({ headers }: MailServer['mails'][number]) => headers['message-id']

describe('a worker that is killed after the mail server took a mail, and before it noted that', () => {
  it('has every mail sent all the same, and that one twice with the same Message-ID', async () => {
    const addresses = Array.from({ length: 5 }, (_, n) => `n${n}@example.test`)
    const killed = await start()
    server.onTaken = async () => {
      if (server.mails.length !== 3) return
      // The mail is kept, and the process never hears of it.
      await killed.crash()
    }
    await putMails(addresses)
    await wake()
    await expect.poll(() => server.mails.length).toBe(3)
    await killed.end()
    expect(await unsent()).toBe(3)
    const [taken] = server.mails.slice(-1)

    // As if the minute had passed for which a mail is left alone.
    await query('update mails set due_on = now() where sent_on is null')
    const next = await start()
    await expect.poll(unsent).toBe(0)
    const again = server.mails.filter((mail) => taken && idOf(mail) === idOf(taken))
    expect(again).toHaveLength(2)
    expect(new Set(again.map(({ to }) => to[0])).size).toBe(1)
    expect(new Set(server.mails.map(idOf)).size).toBe(addresses.length)
    expect(server.mails).toHaveLength(addresses.length + 1)
    expect(new Set(server.mails.flatMap(({ to }) => to))).toEqual(new Set(addresses))
    expect(await next.end()).toBe(0)
  })
})

describe('the key of an installation', () => {
  it('is made at the first start for its owner alone, and is the same at the next and on every node', async () => {
    const path = join(settings['DATA_DIR'] ?? '', 'secret.key')
    const first = await start()
    const key = await readFile(path, 'utf8')
    expect(key.trim()).toMatch(/^[\w-]{43}$/)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const second = await start()
    expect(await readFile(path, 'utf8')).toBe(key)
    expect(second.output()).not.toContain('the key of this installation')
    const third = await start({ DATA_DIR: join(settings['DATA_DIR'] ?? '', 'another') })
    expect(third.output()).toContain('the key of this installation is not the one of the last start')
    for (const product of [first, second, third]) {
      expect(product.output()).not.toContain(key.trim())
      expect(await product.end()).toBe(0)
    }
  })
})
