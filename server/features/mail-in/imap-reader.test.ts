import { programs } from '#testing/debian-programs.ts'
import { type DovecotProcess, startDovecot } from '#testing/dovecot-process.ts'
import { aReader, commentsOn, handle, mailOf, nameSenders, ownDomain, received } from '#testing/mail-in-parts.ts'
import { type NameServer, startNameServer } from '#testing/name-server.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { openApp } from '#server/app.ts'
import type { ImapSettings } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { tryMailbox } from './imap-reader.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const { paths, missing } = await programs({ dovecot: 'dovecot-imapd' })
if (missing) process.stderr.write(`the tests of a mailbox are left out, ${missing}\n`)

let mailbox: DovecotProcess
let names: NameServer
let app: TestApp
beforeAll(async () => {
  if (missing) return
  names = await startNameServer()
  nameSenders(names)
})
afterAll(() => names?.close())
beforeEach(async () => {
  mailbox = await startDovecot(paths.dovecot)
  app = await openTestApp({ MAIL_IN_ADDRESS: `mothlight@${ownDomain}`, IMAP_URL: mailbox.url, MAIL_DNS: names.address })
})
afterEach(async () => {
  await app.end()
  await mailbox.end()
})

const stored = () => received(app).then((rows) => rows.length)

describe.skipIf(missing !== undefined)('a mailbox', () => {
  it('is read at once and whenever mail comes; what was taken lies in a folder beside it', async () => {
    const { person, bugId, replyTo } = await aReader(app)
    const mail = (text: string) => mailOf({ from: person.email, to: replyTo, subject: 'Re', text })
    await mailbox.put(await mail('Before'))
    app.startJobs()
    await expect.poll(stored).toBe(1)
    await mailbox.put(await mail('While it idles'))
    await expect.poll(stored).toBe(2)
    await handle(app)
    await expect
      .poll(async () => (await commentsOn(app, bugId)).map(({ message }) => message))
      .toEqual(['Before', 'While it idles'])
    await expect.poll(() => mailbox.count('Mothlight')).toBe(2)
    expect(await mailbox.count('INBOX')).toBe(0)
  })

  it('is read again when the connection was lost, and by another node when this one ends', async () => {
    const mail = (text: string) => mailOf({ from: 'a@example.test', to: `mothlight@${ownDomain}`, subject: text, text })
    app.startJobs()
    await mailbox.put(await mail('One'))
    await expect.poll(stored).toBe(1)
    await mailbox.cutOff()
    await mailbox.put(await mail('Two'))
    await expect.poll(stored).toBe(2)

    const other = await openApp(app.config, openLog('silent'), app.database)
    other.startJobs()
    await app.close()
    await mailbox.put(await mail('Three'))
    await expect.poll(stored).toBe(3)
    await other.close()
  })

  it('is tried by the doctor, which says that a login is refused and not by what', async () => {
    expect(await tryMailbox(app.config.mailIn?.imap as ImapSettings)).toBeUndefined()
    const wrong = { ...(app.config.mailIn?.imap as ImapSettings), login: { user: 'bugs', password: 'a wrong one' } }
    expect(await tryMailbox(wrong)).toBe('the login was refused')
    expect(await tryMailbox({ ...wrong, port: 1 })).toBe('ECONNREFUSED')
  })

  it('holds the beginning of a mail that is too large, and leaves what can’t be stored where it is', async () => {
    await app.database.pool.query(
      `insert into received_mails (id, came_by, envelope, raw, bytes, fingerprint, state)
        values ('6f0000000000000000000001', 'imap', '{}', '', 1073741824, 'x', 'held')`,
    )
    await mailbox.put(`From: a@example.test\r\nSubject: large\r\n\r\n${'x'.repeat(26 * 1024 * 1024)}`)
    app.startJobs()
    await expect.poll(() => mailbox.count('INBOX')).toBe(1)
    await app.database.pool.query('delete from received_mails')
    await expect.poll(async () => (await received(app)).map(({ reason }) => reason)).toEqual(['too-large'])
    await expect.poll(() => mailbox.count('Mothlight')).toBe(1)
  })
})
