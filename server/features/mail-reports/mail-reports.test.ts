import { checkMailReport, confirmMailReport } from '#shared/mail-reports/contract.ts'
import { viewReport } from '#shared/reporter-links/contract.ts'
import { newMail, received, reportedByMail, tokenIn } from '#testing/rights/guests.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { settledContents } from '#testing/table-contents.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let server: MailServer
let app: TestApp

beforeAll(async () => {
  server = await startMailServer()
  app = await openTestApp({ ...server.settings, LIMIT_ACCOUNT_MAILS: '1000' })
  await app.http.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(async () => {
  server.mails.length = 0
  await query('delete from mail_reports')
})
afterAll(async () => {
  await app?.end()
  await server?.close()
})

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
const check = (token: string, by: Caller = app.stranger) => by.call(checkMailReport, { body: { token } })
const confirm = (token: string, changes: object = {}) =>
  app.stranger.call(confirmMailReport, { body: { token, title: 'Changed title', description: 'Changed', ...changes } })
const bugs = async () => Number((await query('select count(*) as n from bugs'))[0].n)

/** Receives a mail and returns the token that its sender is mailed; empty where they are mailed none. */
async function askedFor(mail = newMail()) {
  const held = await received(app, mail)
  await app.runJob('send-mails')
  return { held, token: tokenIn(server, mail.from.address.toLowerCase(), 'confirm-report') }
}

describe('a new mail', () => {
  it('becomes a report only by its sender’s press, with the text that they changed and its files', async () => {
    const before = await bugs()
    const attachments = [
      { name: 'log [1].txt', content: Buffer.from('a log') },
      { name: 'empty.txt', content: Buffer.alloc(0) },
    ]
    const { token } = await askedFor(newMail({ attachments, from: { address: 'Ann@Example.test', name: 'Ann' } }))
    expect((await check(token)).body.result?.waiting).toMatchObject({
      ...{ title: 'It crashes when I save', description: 'Pressing *save* closes the window.', name: 'Ann' },
      ...{ fileNames: ['log [1].txt'], reporter: 'new', isOwnAccount: false },
    })
    expect(await bugs()).toBe(before)
    const { body } = await confirm(token, { name: 'Ann Other' })
    expect(await bugs()).toBe(before + 1)
    const page = (body.result.page ?? '').replace('/page/report/', '')
    const { result } = (await app.stranger.call(viewReport, { params: { token: page } })).body
    expect(result).toMatchObject({
      title: 'Changed title',
      reporterName: 'Ann Other',
      files: [{ name: 'log [1].txt' }],
    })
    const file = await app.stranger.send('GET', `/api/reporter-link/${page}/attachments/${result.files[0]?._id}`)
    expect(file.body).toBe('a log')
    // Nothing of it is left beside the bug.
    expect(await query('select title, description from mail_reports')).toEqual([{ title: '', description: '' }])
    expect(await query('select from mail_report_files')).toEqual([])
    // Pressed again, it is the same bug.
    expect((await confirm(token)).body).toEqual(body)
    expect((await check(token)).body.result).toEqual({ confirmed: body.result })
    expect(await bugs()).toBe(before + 1)
    await app.runJob('send-mails')
    expect(tokenIn(server, 'ann@example.test', 'report')).toBe(page)
  })

  it('pressed twice at once is one bug', async () => {
    const { token } = await askedFor()
    const before = await bugs()
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)])
    expect(new Set(answers.map(({ body }) => body.result.key)).size).toBe(1)
    expect(await bugs()).toBe(before + 1)
  })

  it('of an account with that confirmed address is the account’s, which has no link; of an unconfirmed one it is not', async () => {
    const ada = await app.person(['customer'], { fullName: 'Ada Account' })
    const from = { address: ada.email, name: 'Whatever' }
    const unconfirmed = await reportedByMail(app, server, { from })
    expect(unconfirmed.token).not.toBe('')
    await query('update users set email_confirmed_on = now() where id = $1', [ada.userId])
    const { token } = await askedFor(newMail({ from }))
    expect((await check(token)).body.result?.waiting).toMatchObject({ reporter: 'account', isOwnAccount: false })
    expect((await check(token, ada)).body.result?.waiting).toMatchObject({ name: 'Ada Account', isOwnAccount: true })
    const { body } = await confirm(token)
    expect(body.result.page).toBeUndefined()
    const mine = await ada.send('GET', `/api/bug/${body.result.key}`)
    expect(mine.body).toMatchObject({ result: { createdBy: { _id: ada.userId } } })
  })

  it('goes to the product that it names, if everybody sees that, else to the usual one', async () => {
    const ids = ['b'.repeat(24), 'c'.repeat(24)]
    await query(
      `insert into products (id, key, name, is_open) values ($1, 'WEBX', 'Web', true), ($2, 'HIDX', 'Hidden', false)`,
      ids,
    )
    const nameFor = async (to: string) =>
      (await check((await askedFor(newMail({ to: [to] }))).token)).body.result?.waiting?.productName
    const usual = await nameFor('mothlight@bugs.example')
    expect(await nameFor('Mothlight+webx@bugs.example')).toBe('Web')
    expect(await nameFor('mothlight+hidx@bugs.example')).toBe(usual)
    expect(await nameFor('mothlight+nonex@bugs.example')).toBe(usual)
  })

  it('that comes twice, also at once, is one report and one mail', async () => {
    const mail = newMail()
    const held = await Promise.all([received(app, mail), received(app, mail)])
    held.push(await received(app, mail))
    await app.runJob('send-mails')
    expect(new Set(held.map((one) => one.isHeld && one.reportId)).size).toBe(1)
    expect(server.to(mail.from.address)).toHaveLength(1)
    // The same Message-ID of somebody else's is another mail.
    const other = await received(app, { ...mail, from: { address: 'else@example.test', name: '' } })
    expect(other).not.toEqual(held[0])
  })

  it('of nobody for sure, of no usable address, or of somebody deactivated, has nobody mailed', async () => {
    const gone = await app.person(['customer'])
    await query('update users set deactivated_on = now() where id = $1', [gone.userId])
    const refusals = []
    for (const mail of [
      newMail({ isAuthentic: false }),
      newMail({ from: { address: 'no address', name: '' } }),
      newMail({ from: { address: gone.email, name: '' } }),
    ])
      refusals.push((await askedFor(mail)).held)
    expect(refusals).toEqual([
      { isHeld: false, reason: 'not-authentic' },
      { isHeld: false, reason: 'not-allowed' },
      { isHeld: false, reason: 'not-allowed' },
    ])
    expect(server.mails).toEqual([])
    expect(await query('select from mail_reports')).toEqual([])
  })

  it('of a flood is kept within limits: of an address, of a domain, and of the size of its parts', async () => {
    const one = { address: 'flood@flood.test', name: 'F' }
    const outcomes = []
    for (let n = 0; n < 7; n++) outcomes.push((await received(app, newMail({ from: one }))).isHeld)
    expect(outcomes.filter(Boolean)).toHaveLength(5)
    for (let n = 0; n < 60; n++) await received(app, newMail({ from: { address: `f${n}@flood.test`, name: 'F' } }))
    expect(await query(`select from mail_reports where address like '%@flood.test'`)).toHaveLength(60)
    const attachments = Array.from({ length: 20 }, (_, n) => ({ name: `${n}`, content: Buffer.alloc(3_000_000) }))
    const { token } = await askedFor(
      newMail({ subject: 'x'.repeat(10_000), text: `\u0000${'😀'.repeat(100_000)}`, attachments }),
    )
    const { waiting } = (await check(token)).body.result ?? {}
    expect(waiting?.fileNames).toHaveLength(3)
    expect(waiting?.title.length).toBeLessThanOrEqual(255)
    expect((await confirm(token, { title: waiting?.title, description: waiting?.description })).status).toBe(200)
  })
})

describe('a link that confirms', () => {
  it('can’t be forged, and changes nothing then', async () => {
    const { token } = await askedFor()
    const { token: another } = await askedFor()
    const [id = '', secret = ''] = token.split('.')
    await query('delete from rate_limits')
    const before = await settledContents(app)
    for (const forged of [`${id}.${another.split('.')[1]}`, `${'f'.repeat(24)}.${secret}`, id, `${id}.`, 'x']) {
      expect((await check(forged)).body).toEqual({ result: null })
      expect((await confirm(forged)).refusal.error.code).toBe('forbidden')
    }
    await query('delete from rate_limits')
    expect(await settledContents(app)).toBe(before)
  })

  it('ends after a week, when the mail is deleted', async () => {
    const { token } = await askedFor(newMail({ attachments: [{ name: 'a', content: Buffer.from('a') }] }))
    await query(`update mail_reports set held_on = now() - interval '8 days'`)
    expect((await check(token)).body).toEqual({ result: null })
    expect((await confirm(token)).status).toBe(403)
    await app.runJob('delete-old-mail-reports')
    expect([await query('select from mail_reports'), await query('select from mail_report_files')]).toEqual([[], []])
  })
})
