import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyFileName } from '#server/config/installation-key.ts'
import { copyFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aReader, commentsOn, mailInSecret, mailOf, nameSenders, ownDomain, received } from '#testing/mail-in-parts.ts'
import { type NameServer, startNameServer } from '#testing/name-server.ts'
import { type ProductProcess, startProcess } from '#testing/product-process.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { untilBlocked } from '#testing/until-blocked.ts'

let names: NameServer
let app: TestApp
let settings: Record<string, string>
const running = new Set<ProductProcess>()
beforeAll(async () => {
  names = await startNameServer()
  nameSenders(names)
  const mailIn = { MAIL_IN_ADDRESS: `mothlight@${ownDomain}`, MAIL_IN_SECRET: mailInSecret, MAIL_DNS: names.address }
  app = await openTestApp(mailIn)
  const dataDir = await mkdtemp(join(tmpdir(), 'mothlight-mail-in-'))
  await copyFile(join(app.config.dataDir, keyFileName), join(dataDir, keyFileName))
  settings = { ...mailIn, DATABASE_URL: app.url, DATA_DIR: dataDir, CHAT_PORT: 'off' }
})
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await app?.end()
  await names?.close()
  await rm(settings['DATA_DIR'] ?? '', { recursive: true, force: true })
})

async function start(more: Record<string, string> = {}): Promise<ProductProcess> {
  const product = await startProcess({ ...settings, ...more })
  running.add(product)
  return product
}

it('a mail is neither lost nor taken twice by processes that are killed after it was stored, and while it is handled', async () => {
  const { person, bugId, replyTo } = await aReader(app)
  const raw = await mailOf({ from: person.email, to: replyTo, subject: 'Re', text: 'Once' })
  const post = (origin: string) =>
    fetch(`${origin}/api/mail/in`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${mailInSecret}` },
      body: new Uint8Array(raw),
    })
  const storing = await start({ JOBS: 'off' })
  expect((await post(storing.origin)).status).toBe(200)
  await storing.crash()
  expect((await received(app)).map(({ state }) => state)).toEqual(['waiting'])

  // The lock on the bug holds what handles the mail in the middle of its transaction.
  const holder = await app.database.pool.connect()
  await holder.query('begin')
  await holder.query('select from bugs where id = $1 for update', [bugId])
  const handling = await start()
  await untilBlocked(app.database.pool)
  await handling.crash()
  await holder.query('rollback')
  holder.release()
  expect([await commentsOn(app, bugId), (await received(app))[0]?.state]).toEqual([[], 'waiting'])

  // As if the two minutes had passed for which a mail is left alone.
  await app.database.pool.query('update received_mails set due_on = now()')
  const last = await start()
  await expect.poll(async () => (await received(app)).map(({ state }) => state)).toEqual(['done'])
  expect((await post(last.origin)).status).toBe(200)
  await last.end()
  await app.runJob('handle-received-mails')
  expect((await commentsOn(app, bugId)).map(({ message }) => message)).toEqual(['Once'])
}, 180_000)
