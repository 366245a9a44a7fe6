import { type App, openApp } from '#server/app.ts'
import type { MailSettings } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailBody } from './mail-body.ts'
import type { DueMail, MailKind, MailText } from './mail-kind.ts'
import { type NewMail, putMail } from './mail-store.ts'

let server: MailServer
let app: TestApp
let folder: string
const dkim = generateKeyPairSync('rsa', { modulusLength: 2048 })

const plain: MailText = { subject: 'A notice', ...mailBody('Mothlight', [{ paragraph: 'Something happened.' }]) }
let write: (mail: DueMail) => MailText | undefined
const kinds: readonly MailKind[] = ['asked', 'told'].map((name) => ({
  name,
  title: `What was ${name}`,
  needsConfirmed: name === 'told',
  write: async (_db, mail) => write(mail),
}))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mothlight-mail-'))
  await writeFile(join(folder, 'dkim.pem'), dkim.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  server = await startMailServer()
  app = await openTestApp(
    {
      ...server.settings,
      SMTP_URL: server.url.replace('//', '//mothlight:the%20secret%20password@'),
      DKIM_KEY_FILE: join(folder, 'dkim.pem'),
      DKIM_SELECTOR: 'moth',
      PUBLIC_URL: 'https://bugs.mothlight.example',
    },
    undefined,
    undefined,
    kinds,
  )
})
afterAll(async () => {
  await app?.end()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  server.mails.length = 0
  server.trouble = undefined
  server.onTaken = undefined
  write = () => plain
  await query('delete from mails')
})

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
const put = (mail: Partial<NewMail> = {}) =>
  app.inTx((tx) => putMail(tx, { kind: 'asked', userId: null, address: 'ann@example.test', subjectId: null, ...mail }))
const send = () => app.runJob('send-mails')
const stored = async (id: string) =>
  (
    await query(
      `select tries, sent_on is not null as sent, failed_on is not null as failed, last_error as reason, due_on > now() as later
        from mails where id = $1`,
      [id],
    )
  )[0] as { tries: number; sent: boolean; failed: boolean; reason: string | null; later: boolean } | undefined
/** As if the time until the next try had passed. */
const makeDue = () => query('update mails set due_on = now()')

describe('a mail that is due', () => {
  it('is sent once, in two forms, with what mail programs need to know', async () => {
    const id = await put()
    await Promise.all([send(), send()])
    await send()
    expect(server.mails).toHaveLength(1)
    const [mail] = server.mails
    expect(mail).toMatchObject({ from: 'bugs@mothlight.example', to: ['ann@example.test'], subject: 'A notice' })
    expect(mail?.text).toContain('Something happened.')
    expect(mail?.html).toContain('<p style="margin:0 0 16px">Something happened.</p>')
    expect(mail?.headers).toMatchObject({
      from: 'Mothlight <bugs@mothlight.example>',
      to: 'ann@example.test',
      'auto-submitted': 'auto-generated',
      'x-auto-response-suppress': 'All',
    })
    expect(mail?.headers['message-id']).toMatch(new RegExp(`^<${id}\\.[\\w-]{16}@mothlight\\.example>$`))
    for (const name of ['list-id', 'list-unsubscribe', 'references']) expect(mail?.headers[name]).toBeUndefined()
    expect(await stored(id)).toMatchObject({ tries: 1, sent: true, failed: false, reason: null })
  })

  it('waits for its time', async () => {
    await put({ dueOn: new Date(Date.now() + 60_000) })
    await send()
    expect(server.mails).toEqual([])
    await makeDue()
    await send()
    expect(server.mails).toHaveLength(1)
  })

  it('says what is so when it is sent, and goes away when nothing is left to say', async () => {
    const subjectId = '5'.repeat(24)
    const id = await put({ subjectId })
    write = (mail) => (mail.subjectId === subjectId ? undefined : plain)
    await send()
    expect(server.mails).toEqual([])
    expect(await stored(id)).toBeUndefined()
  })

  it('wakes the job that sends it', async () => {
    await query(`select mothlight_jobs.complete_jobs(array(select id from mothlight_jobs.jobs))`)
    await put()
    await put()
    expect(await query('select task_identifier as name, run_at <= now() as due from mothlight_jobs.jobs')).toEqual([
      { name: 'send-mails', due: true },
    ])
  })
})

describe('the mail server', () => {
  const troubles = [
    ['does not take the connection', 'connect', { refuses: '421 Too busy' }],
    ['cuts the connection off', 'data', 'hang-up'],
    ['takes no login', 'auth', { refuses: '535 5.7.8 Wrong password for mothlight: the secret password' }],
    ['does not know the sender', 'from', { refuses: '550 5.1.0 Who is that' }],
    ['asks to come later', 'to', { refuses: '450 4.2.0 Greylisted' }],
    ['has no room', 'data', { refuses: '452 4.3.1 Full' }],
  ] as const
  it.each(troubles)('%s: the mail is sent later, with the same Message-ID', async (_, step, trouble) => {
    const id = await put()
    server.trouble = (at) => (at === step ? trouble : undefined)
    await send()
    expect(server.mails).toEqual([])
    const waiting = await stored(id)
    expect(waiting).toMatchObject({ tries: 1, sent: false, failed: false, later: true })
    expect(waiting?.reason).toBeTruthy()
    expect(waiting?.reason).not.toContain('the secret password')
    server.trouble = undefined
    await send()
    expect(server.mails).toEqual([])
    await makeDue()
    await send()
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]?.headers['message-id']).toContain(id)
  })

  /** Settings of a process that waits briefly. */
  let settings: { -readonly [K in keyof MailSettings]: MailSettings[K] }
  let impatient: App
  beforeAll(async () => {
    if (!app.config.mail) throw new Error('There is a mail server.')
    settings = { ...app.config.mail, timeoutSeconds: 0.4 }
    impatient = await openApp({ ...app.config, mail: settings }, openLog('silent'), app.database, undefined, kinds)
  })
  afterAll(() => impatient?.close())

  /** Has that process send until this is so: on a slow machine it may have given up before. */
  const sendUntil = async (isSo: () => boolean) => {
    const job = impatient.jobs.find(({ name }) => name === 'send-mails')
    do {
      await makeDue()
      await job?.run(new AbortController().signal)
    } while (!isSo())
  }
  const expectSentLater = async (id: string) => {
    expect(await stored(id)).toMatchObject({ sent: false, failed: false, later: true, reason: expect.any(String) })
    server.trouble = undefined
    server.onTaken = undefined
    await makeDue()
    await send()
    expect(server.mails.at(-1)?.headers['message-id']).toContain(id)
    expect(await stored(id)).toMatchObject({ sent: true })
  }

  it.each(['connect', 'auth', 'from', 'to', 'data'] as const)(
    'that never answers (%s) is waited for as long as is set: the mail is sent later',
    async (step) => {
      const id = await put()
      const before = server.troubles
      server.trouble = (at) => (at === step ? 'stall' : undefined)
      await sendUntil(() => server.troubles > before)
      expect(server.mails).toEqual([])
      await expectSentLater(id)
    },
  )

  it('that took a mail and never says so gets it once more, with the same Message-ID', async () => {
    const id = await put()
    server.onTaken = () => new Promise(() => undefined)
    await sendUntil(() => server.mails.length > 0)
    await expectSentLater(id)
    expect(server.mails.length).toBeGreaterThan(1)
    expect(new Set(server.mails.map(({ headers }) => headers['message-id'])).size).toBe(1)
  })

  it.each(['HTTP/1.1 200 OK\r\nServer: nginx\r\n\r\n', '\0\u0001\u0002\r\n', '220'])(
    'that answers nonsense (%j) is none: the mail is sent later',
    async (nonsense) => {
      const id = await put()
      const sockets: Socket[] = []
      const other = createServer((socket) => {
        sockets.push(socket.on('error', () => undefined))
        socket.write(nonsense)
      })
      await once(other.listen(0, '127.0.0.1'), 'listening')
      const { port } = settings
      settings.port = (other.address() as AddressInfo).port
      try {
        await sendUntil(() => sockets.length > 0)
      } finally {
        settings.port = port
        sockets.forEach((socket) => socket.destroy())
        other.close()
      }
      await expectSentLater(id)
    },
  )

  it('that is away is asked once, not for each mail', async () => {
    let connections = 0
    server.trouble = (step) => {
      if (step === 'connect') connections++
      return step === 'connect' ? { refuses: '421 Too busy' } : undefined
    }
    for (let n = 0; n < 3; n++) await put({ address: `n${n}@example.test` })
    await send()
    expect(connections).toBe(1)
  })

  it('that knows no such address marks it, and the account gets no further mail but what confirms it', async () => {
    const person = await app.person(['customer'])
    await query('update users set email_confirmed_on = now() where id = $1', [person.userId])
    const mail = { kind: 'told', userId: person.userId, address: person.email }
    const id = await put(mail)
    server.trouble = (step) => (step === 'to' ? { refuses: '550 5.1.1 No such user' } : undefined)
    await send()
    expect(await stored(id)).toMatchObject({ failed: true, reason: '550 5.1.1 No such user' })
    expect(await query('select email_refused_on is null as taken from users where id = $1', [person.userId])).toEqual([
      { taken: false },
    ])
    server.trouble = undefined
    await put(mail)
    await send()
    expect(server.mails).toEqual([])
    await put({ ...mail, kind: 'asked' })
    await send()
    expect(server.mails).toHaveLength(1)
  })

  it.each([
    ['554 5.7.1 Relay access denied', 'to'],
    ['552 5.2.2 Mailbox full', 'to'],
    ['550 5.2.1 Mailbox disabled for a while', 'to'],
    ['554 No', 'to'],
    ['554 5.7.1 Looks like spam: https://bugs.mothlight.example/page/login/reset?token=secret', 'data'],
  ] as const)('that refuses for a reason of its own (%s) marks no address', async (refuses, at) => {
    const person = await app.person(['customer'])
    const id = await put({ userId: person.userId, address: person.email })
    server.trouble = (step) => (step === at ? { refuses } : undefined)
    await send()
    const failed = await stored(id)
    expect(failed).toMatchObject({ failed: true })
    expect(failed?.reason).not.toContain('token')
    expect(await query('select email_refused_on from users where id = $1', [person.userId])).toEqual([
      { email_refused_on: null },
    ])
  })

  it('that refuses one mail gets the others', async () => {
    server.trouble = (step, value) =>
      step === 'to' && value.startsWith('bad') ? { refuses: '550 5.1.1 No such user' } : undefined
    for (const name of ['bad', 'good', 'fine']) await put({ address: `${name}@example.test` })
    await send()
    expect(server.mails.map(({ to }) => to[0])).toEqual(['good@example.test', 'fine@example.test'])
  })

  it('that took a mail of which nobody could note it gets it once more, with the same Message-ID', async () => {
    const id = await put()
    // The server says yes once the column is away.
    server.onTaken = async () => void (await query('alter table mails rename column sent_on to elsewhere'))
    try {
      await expect(send()).rejects.toThrow('sent_on')
    } finally {
      server.onTaken = undefined
      await query('alter table mails rename column elsewhere to sent_on')
    }
    await makeDue()
    await send()
    expect(server.mails.map(({ headers }) => headers['message-id'])).toEqual([
      server.mails[0]?.headers['message-id'],
      server.mails[0]?.headers['message-id'],
    ])
    expect(await stored(id)).toMatchObject({ sent: true, tries: 2 })
  })
})

it('of more than may be sent in a minute, the others wait for the next one', async () => {
  const limited = await openTestApp({ ...server.settings, LIMIT_MAILS: '2' }, undefined, undefined, kinds)
  try {
    for (let n = 1; n <= 3; n++) {
      const mail = { kind: 'asked', userId: null, address: `ann${n}@example.test`, subjectId: null }
      await limited.inTx((tx) => putMail(tx, mail))
    }
    await limited.runJob('send-mails')
    await limited.runJob('send-mails')
    expect(server.mails).toHaveLength(2)
    await limited.database.pool.query(`update mails set sent_on = sent_on - interval '1 minute'`)
    await limited.runJob('send-mails')
    expect(server.mails).toHaveLength(3)
  } finally {
    await limited.end()
  }
})

it('the row of a mail that was sent is deleted a month later', async () => {
  const id = await put()
  await send()
  const age = (days: number) =>
    query(`update mails set sent_on = now() - $2 * interval '1 day' where id = $1`, [id, days])
  await age(29)
  await app.runJob('delete-old-mails')
  expect(await stored(id)).toMatchObject({ sent: true })
  await age(31)
  await app.runJob('delete-old-mails')
  expect(await stored(id)).toBeUndefined()
})

describe('a mail that could not be sent', () => {
  it('is given up after 24 hours, and its row is deleted a month later', async () => {
    const id = await put()
    await query(`update mails set expires_on = now(), last_error = '450 Later' where id = $1`, [id])
    await send()
    expect(server.mails).toEqual([])
    expect(await stored(id)).toMatchObject({ failed: true, reason: '450 Later' })
    await app.runJob('delete-old-mails')
    expect(await stored(id)).toBeDefined()
    await query(`update mails set failed_on = now() - interval '31 days' where id = $1`, [id])
    await app.runJob('delete-old-mails')
    expect(await stored(id)).toBeUndefined()
  })

  it('does not end while an administrator has not released it', async () => {
    const id = await put()
    await query(`update mails set expires_on = now() where id = $1`, [id])
    await query(`insert into outgoing_hold default values`)
    await send()
    expect(await stored(id)).toMatchObject({ failed: false })
    await query('delete from outgoing_hold')
    await send()
    expect(await stored(id)).toMatchObject({ failed: true })
  })

  it('because its text can’t be written holds up no other one', async () => {
    write = ({ address }) => {
      if (address.startsWith('bad')) throw new Error('no')
      return plain
    }
    const id = await put({ address: 'bad@example.test' })
    await put()
    await send()
    expect(server.mails).toHaveLength(1)
    expect(await stored(id)).toMatchObject({
      failed: false,
      later: true,
      reason: 'It could not be written; the log says why.',
    })
  })
})

describe('a mail of a kind that this version does not know', () => {
  it('waits for one that does', async () => {
    const id = await put({ kind: 'of-tomorrow' })
    await send()
    expect(server.mails).toEqual([])
    expect(await stored(id)).toMatchObject({ failed: false, later: true, reason: 'This version knows no such mail.' })
  })
})

describe('nobody gets mail', () => {
  const people: readonly (readonly [string, string, number])[] = [
    ['whose address is not confirmed, but what they asked for', '', 1],
    ['who is a demo account', 'is_demo = true, email_confirmed_on = now()', 0],
    ['who is deactivated', 'deactivated_on = now(), email_confirmed_on = now()', 0],
    ['who is a person of an import', `email = null, import_key = 'name:' || id, password_hash = null`, 0],
    [
      'whose mail would go to an address they had before',
      `email = 'new@' || id || '.test', email_confirmed_on = now()`,
      1,
    ],
  ]
  it.each(people)('%s', async (_, changes, asked) => {
    const { userId, email } = await app.person(['customer'])
    if (changes) await query(`update users set ${changes} where id = $1`, [userId])
    await put({ kind: 'told', userId, address: email })
    await send()
    expect(server.mails).toEqual([])
    await put({ userId, address: email })
    await send()
    expect(server.mails).toHaveLength(asked)
  })

  it('at an address alone that is one of a demo account', async () => {
    const { userId, email } = await app.person(['customer'])
    await query('update users set is_demo = true where id = $1', [userId])
    await put({ address: email.toUpperCase() })
    await send()
    expect(server.mails).toEqual([])
  })

  it.each([
    'ann@example.test, bob@example.test',
    'ann@example.test\r\nBcc: bob@example.test',
    'Bob <bob@example.test>, ann@example.test',
    '<bob@example.test>ann@example.test',
    'ann@example.test> SIZE=1',
    'ann bob@example.test',
    'ann@ex\u0000ample.test',
    'ann.example.test',
  ])('at what is not one address: %j', async (address) => {
    const id = await put({ address: address.replaceAll('\0', '\u0001') })
    await send()
    expect(server.mails).toEqual([])
    expect(await stored(id)).toMatchObject({
      failed: true,
      reason: 'This is not an address to which mail can be sent.',
    })
  })
})

describe('headers', () => {
  const sent = async (text: Partial<MailText>) => {
    write = () => ({ ...plain, ...text })
    await put()
    await send()
    return server.mails.at(-1)
  }

  it('hold the mails about a bug together, and say where one gets fewer of them', async () => {
    const bugId = 'b'.repeat(24)
    const unsubscribe = `https://bugs.mothlight.example/less?token=${'1'.repeat(24)}.${'a_-b'.repeat(40)}`
    const first = await sent({ bugId, unsubscribe })
    const second = await sent({ bugId, unsubscribe })
    const thread = `<bug.${bugId}@mothlight.example>`
    for (const mail of [first, second]) {
      expect(mail?.headers).toMatchObject({
        references: thread,
        'in-reply-to': thread,
        'list-id': '<bugs.mothlight.example>',
        'list-unsubscribe': `<${unsubscribe}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      })
    }
    expect(first?.headers['message-id']).not.toBe(second?.headers['message-id'])
  })

  it.each(['\r\n', '\n', '\r', '\u2028', '\u0085', '\0'])('are never ended by a text: %j', async (end) => {
    const evil = `Title${end}Bcc: eve@example.test${end}X-Evil: 1${end}${end}<b>body</b>`
    const mail = await sent({ subject: evil, headers: { 'X-Mothlight-Bug': evil } })
    expect(mail?.to).toEqual(['ann@example.test'])
    expect(mail?.headers['x-evil']).toBeUndefined()
    expect(mail?.headers['bcc']).toBeUndefined()
    expect(mail?.subject).toBe('Title Bcc: eve@example.test X-Evil: 1 <b>body</b>')
    expect(mail?.raw.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|x-evil):/im)
  })

  it('of any length and letters come whole', async () => {
    expect((await sent({ subject: 'Überschrift 漢字 🦋 — „ja“' }))?.subject).toBe('Überschrift 漢字 🦋 — „ja“')
    const long = await sent({ subject: '🦋'.repeat(300) })
    expect(long?.subject).toBe(`${'🦋'.repeat(199)}…`)
    expect(long?.raw.split('\r\n').every((line) => line.length <= 998)).toBe(true)
  })

  it('that say who sends a mail can’t be given to it', async () => {
    for (const name of ['From', 'bcc', 'Message-ID', 'X-Evil\r\nBcc', 'a b'])
      expect(await sent({ headers: { [name]: 'x' } })).toBeUndefined()
  })

  it('are signed, those by which one gets fewer mails too', async () => {
    const mail = await sent({ unsubscribe: 'https://bugs.mothlight.example/less' })
    const signature = mail?.headers['dkim-signature'] ?? ''
    const tag = (name: string) => new RegExp(`\\b${name}=([^;]+)`).exec(signature)?.[1]?.replaceAll(/\s/g, '') ?? ''
    expect([tag('d'), tag('s'), tag('a')]).toEqual(['mothlight.example', 'moth', 'rsa-sha256'])
    const names = tag('h').toLowerCase().split(':')
    expect(names).toEqual(expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']))
    const [head = ''] = mail?.raw.split('\r\n\r\n') ?? []
    const fields = new Map(
      head
        .replaceAll(/\r\n[ \t]+/g, ' ')
        .split('\r\n')
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1)] as const),
    )
    const line = (name: string) => `${name}:${(fields.get(name) ?? '').replaceAll(/[ \t]+/g, ' ').trim()}`
    const unsigned = line('dkim-signature').replace(/(\bb=)[^;]+$/, '$1')
    const text = [...names.map((name) => `${line(name)}\r\n`), unsigned].join('')
    expect(verify('sha256', Buffer.from(text, 'latin1'), dkim.publicKey, Buffer.from(tag('b'), 'base64'))).toBe(true)
  })
})

describe('the texts of a mail', () => {
  it('become no markup, whoever wrote them', () => {
    const evil = `<img src=x onerror=alert(1)> & "quotes" 'too'`
    const { html, text } = mailBody(evil, [
      { heading: evil },
      { paragraph: `${evil}\nsecond line` },
      { quote: evil },
      { list: [evil] },
      { button: evil, address: `https://bugs.mothlight.example/?a="><script>&b='` },
      { small: evil, link: { text: evil, address: 'https://bugs.mothlight.example/' } },
    ])
    expect(html).not.toMatch(/<img|<script|onerror=alert\(1\)>/)
    expect(html.match(/&lt;img/g)).toHaveLength(9)
    expect(html).toContain('second line')
    expect(text).toContain(`> ${evil}`)
    expect(text).toContain('https://bugs.mothlight.example/?a=')
    expect(() => mailBody('M', [{ button: 'x', address: 'javascript:alert(1)' }])).toThrow('web addresses')
  })
})
