import {
  aReader,
  commentsOn,
  deliver,
  handle,
  type MailInApp,
  mailOf,
  openMailIn,
  ownDomain,
  post,
  received,
  type Person,
} from '#testing/mail-in-parts.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { settledContents } from '#testing/table-contents.ts'
import type { TestApp } from '#testing/test-app.ts'
import { createConnection, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let server: MailServer
let mailIn: MailInApp
let app: TestApp
beforeAll(async () => {
  server = await startMailServer()
  mailIn = await openMailIn({ ...server.settings, PUBLIC_URL: 'https://bugs.mothlight.example' })
  app = mailIn.app
})
afterAll(async () => {
  await mailIn?.end()
  await server?.close()
})
beforeEach(() => query('delete from received_mails'))

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
const outcomes = async () => [...new Set((await received(app)).map(({ state, reason }) => `${state} ${reason}`))]

describe('what machines write', () => {
  const marks: readonly [string, string, string][] = [
    ...['auto-replied', 'auto-generated', 'auto-notified', 'AUTO-REPLIED; owner-email=x'].map(
      (value) => ['Auto-Submitted', value, 'automatic'] as [string, string, string],
    ),
    ['Precedence', 'auto_reply', 'automatic'],
    ...['bulk', 'list', 'junk', 'BULK'].map((value) => ['Precedence', value, 'list'] as [string, string, string]),
    ['X-Auto-Response-Suppress', 'All', 'automatic'],
    ['X-Autoreply', 'yes', 'automatic'],
    ['X-Autorespond', 'Re: x', 'automatic'],
    ['X-Mothlight', 'yes', 'from-here'],
    ['List-Id', '<lamps.example.test>', 'list'],
    ['List-Unsubscribe', '<mailto:x@example.test>', 'list'],
    ['List-Post', '<mailto:x@example.test>', 'list'],
    ['Return-Path', '<>', 'from-nobody'],
  ]
  const subjects = [
    'Automatic reply: x',
    'Abwesenheitsnotiz',
    'Out of office',
    'Réponse automatique',
    'Undeliverable',
    'Re: x',
    'Vacation',
  ]

  it('starts nothing: of 100 automatic answers, none becomes a comment or a report, and nobody is written to', async () => {
    const { person, bugId, replyTo } = await aReader(app)
    const mails: Buffer[] = []
    for (let n = 0; n < 100; n++) {
      const [name, value] = marks[n % marks.length] ?? ['', '', '']
      const to = n % 3 === 0 ? `mothlight@${ownDomain}` : replyTo
      const subject = subjects[n % subjects.length] ?? ''
      mails.push(await mailOf({ from: person.email, to, subject, text: `I am away ${n}`, headers: { [name]: value } }))
    }
    for (const mail of mails) expect((await post(app, mail)).status).toBe(200)
    server.mails.length = 0
    await handle(app)
    await app.runJob('send-mails')
    expect(await commentsOn(app, bugId)).toEqual([])
    const rows = await received(app)
    expect([rows.length, new Set(rows.map(({ state }) => state))]).toEqual([100, new Set(['dropped'])])
    expect(server.mails).toEqual([])
    expect(await query('select id from bugs where created_by = $1', [person.userId])).toEqual([{ id: bugId }])
  })

  it.each([
    ['an empty sender of the envelope', { from: 'a' }, '', 'dropped from-nobody'],
    ['a mailer daemon', { from: 'MAILER-DAEMON@example.test' }, 'x@example.test', 'dropped automatic'],
    ['an address that takes no answers', { from: 'no-reply@example.test' }, 'x@example.test', 'dropped automatic'],
    ['the product itself', { from: 'bugs@mothlight.example' }, 'x@example.test', 'dropped from-here'],
  ])('is known by %s', async (_what, { from }, envelopeFrom, outcome) => {
    const { person, replyTo } = await aReader(app)
    const raw = await mailOf({ from: from === 'a' ? person.email : from, to: replyTo, subject: 'x', text: 'x' })
    await deliver(mailIn.port, raw, { from: envelopeFrom, to: replyTo })
    await handle(app)
    expect(await outcomes()).toEqual([outcome])
  })

  it('is known by a Message-ID that the product gave away', async () => {
    const { person, replyTo } = await aReader(app)
    const { messageId } = await aMailOut(person)
    await post(app, await mailOf({ from: person.email, to: replyTo, subject: 'x', text: 'x', messageId }))
    await handle(app)
    expect(await outcomes()).toEqual(['dropped from-here'])
  })
})

/** Has a mail sent to somebody. @returns its Message-ID */
async function aMailOut(person: Person): Promise<{ messageId: string }> {
  await query(
    `insert into mails (id, kind, user_id, address, due_on, expires_on)
      values (substr(md5(random()::text), 1, 24), 'test-mail', $1, $2, now(), now() + interval '1 hour')`,
    [person.userId, person.email],
  )
  await app.runJob('send-mails')
  return { messageId: server.to(person.email).at(-1)?.headers['message-id'] ?? '' }
}

describe('a bounce', () => {
  const bounce = (address: string, status: string, messageId: string, action = 'failed') =>
    [
      'From: Mail Delivery System <MAILER-DAEMON@mx.example.test>',
      'To: bugs@mothlight.example',
      'Subject: Undelivered Mail Returned to Sender',
      `Message-ID: <${Math.random()}@mx.example.test>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'It could not be delivered.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.test',
      '',
      `Final-Recipient: rfc822; ${address}`,
      `Action: ${action}`,
      `Status: ${status}`,
      '--b',
      'Content-Type: message/rfc822',
      '',
      `Message-ID: ${messageId}`,
      'Subject: x',
      '',
      'x',
      '--b--',
      '',
    ].join('\r\n')
  const isRefused = async ({ userId }: Person) =>
    (await query('select email_refused_on is not null as is from users where id = $1', [userId]))[0]?.is as boolean

  it('marks the address that no mail server knows, if it is about a mail that was sent there', async () => {
    const [ann, ben] = [(await aReader(app)).person, (await aReader(app)).person]
    const { messageId } = await aMailOut(ann)
    for (const [mail, who] of [
      [bounce(ben.email, '5.1.1', messageId), ben],
      [bounce(ann.email, '5.1.1', '<made-up@mothlight.example>'), ann],
      [bounce(ann.email, '5.2.2', messageId), ann],
      [bounce(ann.email, '5.1.1', messageId, 'delayed'), ann],
    ] as const) {
      await deliver(mailIn.port, Buffer.from(mail), { from: '', to: 'bugs@mothlight.example' })
      await handle(app)
      expect(await isRefused(who)).toBe(false)
    }
    await deliver(mailIn.port, Buffer.from(bounce(ann.email, '5.1.1', messageId)), {
      from: '',
      to: 'bugs@mothlight.example',
    })
    await handle(app)
    expect(await isRefused(ann)).toBe(true)
    expect(await outcomes()).toEqual(['dropped delivery-report'])
  })
})

describe('a mail that is meant to harm', () => {
  const mega = 1024 * 1024
  const head = (to: string, from: string) => `From: ${from}\r\nTo: ${to}\r\nSubject: x\r\nMIME-Version: 1.0\r\n`
  const nested = (depth: number) => {
    const open = Array.from(
      { length: depth },
      (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
    )
    return `${open.join('')}Content-Type: text/plain\r\n\r\nx`
  }
  const bombs: readonly [string, (head: string) => string][] = [
    ['parts within parts', (head) => head + nested(3000)],
    ['messages within messages', (head) => head + 'Content-Type: message/rfc822\r\n\r\n'.repeat(20_000)],
    ['a flood of headers', (head) => `${head}${'X-A: b\r\n'.repeat(500_000)}\r\nx`],
    ['one endless header', (head) => `${head}X-A: ${'a '.repeat(3 * mega)}\r\n\r\nx`],
    ['24 MB of nothing', (head) => `${head}\r\n${'\r\n'.repeat(12 * mega)}`],
    [
      '24 MB of base64',
      (head) => `${head}Content-Transfer-Encoding: base64\r\n\r\n${`${'QUFB'.repeat(19)}\r\n`.repeat(300_000)}`,
    ],
    [
      'a page of nested tags',
      (head) => `${head}Content-Type: text/html\r\n\r\n${'<div><blockquote>'.repeat(200_000)}x`,
    ],
    ['quotes without end', (head) => `${head}\r\n${'> '.repeat(50_000)}\r\n${'On a@b.c '.repeat(20_000)}wrote:\r\n`],
    ['Op and no schreef', (head) => `${head}\r\n${'Op \n'.repeat(40_000)}schree\r\n`],
    [
      'bytes of no kind',
      (head) => `${head}Content-Type: text/plain; charset=nonsense\r\n\r\n${'\0\ufffd\ud800'.repeat(1000)}`,
    ],
    [
      'a boundary that ends never',
      (head) => `${head}Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n--x\r\n--x`,
    ],
    ['nothing at all', () => '\r\n'],
  ]

  it.each(bombs)('does none: %s', async (_name, bomb) => {
    const { person, bugId, replyTo } = await aReader(app)
    expect((await post(app, bomb(head(replyTo, person.email)))).status).toBe(200)
    await handle(app)
    expect(await commentsOn(app, bugId)).toEqual([])
    expect((await received(app)).map(({ state }) => state)).toEqual(['held'])
    expect((await app.stranger.send('GET', '/healthz')).status).toBe(200)
  })

  it('is not taken where it is larger than 25 MB', async () => {
    const before = await settledContents(app)
    const raw = Buffer.alloc(25 * mega + 1, 'a\r\n')
    expect((await post(app, raw)).status).toBe(413)
    const to = `mothlight@${ownDomain}`
    await expect(deliver(mailIn.port, raw, { from: 'a@example.test', to })).rejects.toThrow(/552/)
    expect(await settledContents(app)).toBe(before)
  })
})

describe('the listener', () => {
  async function talk(lines: readonly string[]): Promise<{ said: string; socket: Socket }> {
    const socket = createConnection(mailIn.port, '127.0.0.1')
    let said = ''
    socket.on('data', (data: Buffer) => (said += data.toString()))
    socket.on('error', () => undefined)
    for (const line of ['', ...lines]) {
      const before = said.length
      if (line !== '') socket.write(`${line}\r\n`)
      while (said.length === before && !socket.closed) await Promise.race([once(socket, 'data'), once(socket, 'close')])
    }
    return { said, socket }
  }

  it('keeps nothing of a mail that breaks off', async () => {
    const to = `mothlight@${ownDomain}`
    const lines = ['EHLO x', 'MAIL FROM:<a@example.test>', `RCPT TO:<${to}>`, 'DATA']
    const { socket } = await talk(lines)
    socket.end('From: a@example.test\r\nSubject: x\r\n\r\nHalf of')
    await once(socket, 'close')
    // The next one is taken, so the listener is done with the one before.
    await deliver(mailIn.port, await mailOf({ from: 'a@example.test', to, subject: 'Whole', text: 'x' }), {
      from: 'a@example.test',
      to,
    })
    await handle(app)
    expect(await query('select subject from received_mails')).toEqual([{ subject: 'Whole' }])
  })

  it('lets nobody log in, passes nothing on and takes five connections of one network', async () => {
    const { said, socket } = await talk([
      'EHLO x',
      'AUTH PLAIN AGEAYg==',
      'MAIL FROM:<a@example.test>',
      'RCPT TO:<b@example.test>',
    ])
    socket.destroy()
    await once(socket, 'close')
    expect(said).not.toMatch(/^250[ -]AUTH/m)
    expect(said).toMatch(/^(500|502|503) .*$/m)
    expect(said).toMatch(/^550 5\.1\.1 /m)
    expect(said).toMatch(/^250[ -]SIZE 26214400/m)

    const open = await Promise.all(Array.from({ length: 5 }, () => talk([])))
    expect(open.map((one) => one.said.slice(0, 3))).toEqual(['220', '220', '220', '220', '220'])
    const sixth = await talk([])
    expect(sixth.said).toMatch(/^421 /)
    const all = [...open, sixth].map((one) => one.socket)
    await Promise.all(all.map((one) => (one.destroy(), one.closed ? undefined : once(one, 'close'))))
  })
})
