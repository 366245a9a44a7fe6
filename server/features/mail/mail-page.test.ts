import * as contract from '#shared/mail/contract.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mailBody } from './mail-body.ts'
import type { MailKind } from './mail-kind.ts'
import { putMail } from './mail-store.ts'

const secret = 'https://bugs.mothlight.example/page/login/reset?token=very-secret'
const kind: MailKind = {
  name: 'link',
  title: 'A secret link',
  needsConfirmed: true,
  write: async () => ({ subject: 'Link', ...mailBody('M', [{ button: 'Open', address: secret }]) }),
}

let server: MailServer
let app: TestApp
let administrator: Caller & { userId: string; email: string }
beforeAll(async () => {
  server = await startMailServer()
  app = await openTestApp(server.settings, undefined, undefined, [kind])
  administrator = await app.person(['admin'])
})
afterAll(async () => {
  await app?.end()
  await server?.close()
})
afterEach(async () => {
  server.mails.length = 0
  server.trouble = undefined
  await query('delete from mails')
  await query('delete from outgoing_hold')
  await query('update users set email_refused_on = null')
})

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
const listed = async (who: Caller = administrator) => (await who.call(contract.listMails, {})).body
const send = () => app.runJob('send-mails')
const put = async (address = 'ann@example.test') => {
  await query(
    `insert into users (id, email, full_name, given_name, family_name, password_hash, created_on, email_confirmed_on)
      values (substr(md5($1), 1, 24), $1, 'A', 'A', 'A', 'none', now(), now()) on conflict do nothing`,
    [address],
  )
  return app.inTx((tx) => putMail(tx, { kind: 'link', userId: null, address, subjectId: null }))
}

describe('the list of mails', () => {
  it('shows what did not go out and why, without what it says', async () => {
    const id = await put()
    await put('waits@example.test')
    server.trouble = (step, value) =>
      step === 'to' && value.startsWith('ann') ? { refuses: '550 5.1.1 No such user' } : undefined
    await send()
    await app.inTx((tx) =>
      putMail(tx, {
        kind: 'gone',
        userId: null,
        address: 'x@example.test',
        subjectId: null,
        dueOn: new Date(Date.now() - 120_000),
      }),
    )
    const answer = await administrator.call(contract.listMails, {})
    expect(answer.body).toMatchObject({
      state: 'ready',
      from: 'bugs@mothlight.example',
      heldOn: null,
      waiting: 1,
      failed: 1,
      sentLately: 1,
    })
    expect(answer.body.result).toMatchObject([
      { title: 'gone', address: 'x@example.test', attempts: 0, reason: null, failedOn: null },
      { _id: id, title: 'A secret link', address: 'ann@example.test', attempts: 1, reason: '550 5.1.1 No such user' },
    ])
    expect(answer.body.sent).toMatchObject([
      { title: 'A secret link', address: 'waits@example.test', userId: null, sentOn: expect.any(String) as string },
    ])
    expect(JSON.stringify(answer.body)).not.toMatch(/token|secret=|https:/)
  })

  it('is for holders of canEditAnyUser alone', async () => {
    const others = [app.stranger, await app.person(['staff', 'customer'])]
    for (const who of others) {
      for (const endpoint of [contract.listMails, contract.sendTestMail, contract.releaseMails]) {
        expect([401, 403]).toContain((await who.call(endpoint, {})).status)
      }
      expect([401, 403]).toContain((await who.call(contract.tryMailAgain, { params: { mailId: await put() } })).status)
    }
  })
})

describe('a mail that was given up', () => {
  it('is tried again, its address too', async () => {
    const mailId = await put()
    server.trouble = (step) => (step === 'to' ? { refuses: '550 5.1.1 No such user' } : undefined)
    await send()
    await query('update mails set expires_on = now()')
    server.trouble = undefined
    await send()
    expect(server.mails).toEqual([])
    expect((await administrator.call(contract.tryMailAgain, { params: { mailId } })).body).toEqual({ isWaiting: true })
    await send()
    expect(server.mails).toHaveLength(1)
    expect((await listed()).result).toEqual([])
    for (const unknown of [mailId, '0'.repeat(24), 'x', `${mailId} `])
      expect((await administrator.call(contract.tryMailAgain, { params: { mailId: unknown } })).status).toBe(404)
  })
})

describe('a test mail', () => {
  it('goes to the administrator who asks for it, once for however many presses', async () => {
    const press = async () => (await administrator.call(contract.sendTestMail, {})).body
    const first = await press()
    expect(first.address).toBe(administrator.email)
    expect(await press()).toEqual(first)
    await send()
    expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [[administrator.email], 'Mail from Mothlight arrives'],
    ])
    expect(server.mails[0]?.text).toContain('http://localhost:3000/')
  })

  it('is refused to the demo account', async () => {
    const demo = await app.person(['admin'])
    await query('update users set is_demo = true where id = $1', [demo.userId])
    expect((await demo.call(contract.sendTestMail, {})).status).toBe(403)
    expect(await query('select from mails')).toEqual([])
  })
})

describe('what is held after a restore', () => {
  it('goes out once an administrator releases it', async () => {
    await query('insert into outgoing_hold default values')
    await put()
    await put('bob@example.test')
    await send()
    expect(server.mails).toEqual([])
    expect(await listed()).toMatchObject({ state: 'held', waiting: 2, heldOn: expect.any(String) as string })
    expect((await administrator.call(contract.sendTestMail, {})).status).toBe(409)
    expect((await administrator.call(contract.releaseMails, {})).body).toEqual({ released: 2 })
    expect(await listed()).toMatchObject({ state: 'ready', heldOn: null })
    await send()
    expect(server.mails).toHaveLength(2)
  })
})

describe('no mail goes out', () => {
  it.each([
    ['without a mail server', {}, 'off'],
    ['without an address for links, where others reach the server', { ...{ HOST: '0.0.0.0' } }, 'no-public-url'],
  ])('%s', async (_, more, state) => {
    const smtp = state === 'off' ? {} : server.settings
    const other = await openTestApp({ ...smtp, ...more }, undefined, undefined, [kind])
    try {
      const admin = await other.person(['admin'])
      await other.database.pool.query('update users set email_confirmed_on = now()')
      const id = await other.inTx((tx) =>
        putMail(tx, { kind: 'link', userId: admin.userId, address: admin.email, subjectId: null }),
      )
      await other.runJob('send-mails')
      expect(server.mails).toEqual([])
      expect((await listed(admin)).state).toBe(state)
      expect((await admin.call(contract.sendTestMail, { headers: { host: 'evil.example' } })).status).toBe(409)
      // What waits in vain is listed, and given up like any other.
      await other.database.pool.query(`update mails set due_on = now() - interval '2 minutes'`)
      expect((await listed(admin)).result).toMatchObject([{ _id: id, attempts: 0, failedOn: null }])
      await other.database.pool.query('update mails set expires_on = now()')
      await other.runJob('send-mails')
      expect((await listed(admin)).result).toMatchObject([{ _id: id, failedOn: expect.any(String) as string }])
    } finally {
      await other.end()
    }
  })
})
