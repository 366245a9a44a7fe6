import * as chat from '#shared/chat/contract.ts'
import * as events from '#shared/chat/socket-events.ts'
import { confirmChatMail, hearLess } from '#shared/mail/contract.ts'
import { sendReporterLink } from '#shared/reporter-links/contract.ts'
import { type App, openApp } from '#server/app.ts'
import { openLog } from '#server/config/log.ts'
import { type ChatClient, newVisitorCookie, openChatClient } from '#testing/chat-client.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { untilBlocked } from '#testing/until-blocked.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let server: MailServer
let app: TestApp
let origin: string
let support: Caller & { userId: string }
let staff: ChatClient
const open: ChatClient[] = []
const opened: App[] = []

beforeAll(async () => {
  server = await startMailServer()
  app = await openTestApp({ ...server.settings, LIMIT_CHAT_MESSAGES: '1000', LIMIT_CHAT_CONVERSATIONS: '1000' })
  await storeOnlyWhatIsSaid()
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  support = await app.person(['support'], { fullName: 'Sue Port' })
  staff = await openChatClient(origin, support.cookie)
})
beforeEach(async () => {
  server.mails.length = 0
  server.onTaken = undefined
  here = []
  for (const table of ['mails', 'conversations', 'open_pages', 'outgoing_hold', 'ended_addresses'])
    await query(`delete from ${table}`)
})
afterEach(async () => {
  open.splice(0).forEach((client) => client.close())
  await Promise.all(opened.splice(0).map((other) => other.close()))
})
afterAll(async () => {
  staff?.close()
  await app?.end()
  await server?.close()
})

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
const address = 'rosa@example.test'

async function connect(cookie?: string): Promise<ChatClient> {
  const client = await openChatClient(origin, cookie)
  open.push(client)
  return client
}

/** Leaves an address, or takes it back. Whose it is has said by mail that they want the answers, unless a test asks them itself. */
async function leave(client: ChatClient, email: string, isConfirmed = true) {
  const answer = await client.send(events.leaveEmail, { email })
  if (isConfirmed)
    await query('update conversations set email_asked_on = now(), email_confirmed_on = now() where email is not null')
  return answer
}

/** A visitor who asked something. @param left the address that they left, and confirmed */
async function visitor(left: string | undefined = address, cookie?: string) {
  const client = await connect(cookie)
  const { conversationId } = await client.say('The question of the visitor')
  if (left) await leave(client, left)
  return { client, conversationId }
}

/** Somebody with an account who asked something. @param changes of the account, as SQL */
async function signedIn(changes: string, left?: string) {
  const person = await app.person(['customer'])
  await change(person.userId, changes)
  return { person, ...(await visitor(left ?? '', person.cookie)) }
}
const change = (userId: string, changes: string) => query(`update users set ${changes} where id = $1`, [userId])
const confirmed = 'email_confirmed_on = now()'

const answer = (conversationId: string, message: string) => staff.say(message, { conversationId })
/** As if so many minutes had passed since all messages. */
const pass = (minutes: number) =>
  query(
    `with lines as (update chat_lines set sent_on = sent_on - $1 * interval '1 minute'),
      sent as (update mails set created_on = created_on - $1 * interval '1 minute', sent_on = sent_on - $1 * interval '1 minute')
      update conversations set last_line_on = last_line_on - $1 * interval '1 minute',
        email_asked_on = email_asked_on - $1 * interval '1 minute',
        waiting_since = waiting_since - $1 * interval '1 minute'`,
    [minutes],
  )
/** Who has a page open, as each test says: that the clients of all are connected, which the server notes at any time, is not stored. */
let here: string[] = []
const said = 'as a test says'
async function storeOnlyWhatIsSaid() {
  await query(`create function refuse_note() returns trigger language plpgsql as 'begin return null; end'`)
  await query(`create trigger refuse_note before insert on open_pages for each row
    when (new.time_zone is distinct from '${said}') execute function refuse_note()`)
}
async function put() {
  await query('delete from open_pages')
  await query(`insert into open_pages (who, time_zone) select unnest($1::text[]), '${said}'`, [here])
  await app.runJob('put-answer-mails')
}
const putBy = (other: App) =>
  other.jobs.find(({ name }) => name === 'put-answer-mails')!.run(new AbortController().signal)
const send = () => app.runJob('send-mails')
/** What is mailed now. */
async function mailed() {
  await put()
  await send()
  return server.mails.splice(0)
}
/** Another process on the same database. */
async function another(config = app.config): Promise<App> {
  const other = await openApp(config, openLog('silent'), app.database)
  opened.push(other)
  return other
}

/** Has two acts wait for what a statement locks, and then go on. */
async function atOnce<One, Other>(locks: string, acts: () => readonly [Promise<One>, Promise<Other>]) {
  const holder = await app.database.pool.connect()
  let both: Promise<[One, Other]>
  try {
    await holder.query('begin')
    await holder.query(locks)
    both = Promise.all(acts())
    await untilBlocked(app.database.pool, 2)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  return both
}

const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
/** Sends what a mail program sends. */
async function unsubscribe(url: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.http.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' })
  return { status: answer.statusCode, body: answer.json<unknown>() }
}

const unsubscribeOf = (mail: MailServer['mails'][number] | undefined) =>
  new URL((mail?.headers['list-unsubscribe'] ?? '').slice(1, -1)).pathname

describe('a visitor who has gone', () => {
  it('is mailed the new answers of the team at the address that was left, and nothing else of the conversation', async () => {
    const { client, conversationId } = await visitor()
    const { seq } = await answer(conversationId, 'An answer that was read')
    await client.send(events.markSeen, { seq })
    await answer(conversationId, 'Try <b>this</b>')
    await client.say('A further question')
    await support.call(chat.reportFromConversation, {
      params: { conversationId },
      body: { title: 'The secret crash', description: 'It crashes.', stepsToReproduce: 'Open it.' },
    })
    // The link to the bug has a mail of its own.
    await query(`delete from mails where kind = 'reporter-link'`)
    await answer(conversationId, 'Or that,\nas said')
    await support.call(chat.closeConversation, { params: { conversationId }, body: { closed: true } })
    await pass(2)
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: [address], subject: 'An answer from Mothlight' })
    expect(mail?.text).toContain('Sue Port wrote:\n\n> Try <b>this</b>\n\n> Or that,\n> as said\n')
    expect(mail?.html).toContain('Try &lt;b&gt;this&lt;/b&gt;')
    for (const text of [mail?.text, mail?.html]) {
      expect(text).not.toMatch(/question|was read\b(?! yet)|crash|closed|reported|Anonymous|page\/bug|page\/chat/i)
    }
    const [home, less, ...further] = linksOf(mail?.html ?? '')
    expect([home, further]).toEqual([`${origin.replace('127.0.0.1', 'localhost')}/`, []])
    expect(less).toMatch(/\/page\/mail\/less\?token=chat\./)
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(await mailed()).toEqual([])
  })

  it('is mailed no notices: of a closed conversation, or of a bug', async () => {
    const { conversationId } = await visitor()
    await support.call(chat.closeConversation, { params: { conversationId }, body: { closed: true } })
    await pass(5)
    await put()
    expect(await query('select id from mails')).toEqual([])
  })

  it.each([
    ['has no page open', undefined, 2],
    ['has a page open', 'conversation', 10],
    ['has an account, and a page open', 'account', 10],
  ] as const)('who %s is mailed after some minutes', async (_, page, minutes) => {
    const { person, conversationId } = await signedIn(confirmed)
    await answer(conversationId, 'Hello')
    if (page) {
      here = [page === 'account' ? person.userId : conversationId]
    }
    await pass(minutes - 0.5)
    expect(await mailed()).toEqual([])
    await pass(0.5)
    expect(await mailed()).toHaveLength(1)
  })

  it('who reads an answer in time is mailed none, also while the mail waits', async () => {
    const { client, conversationId } = await visitor()
    const { seq } = await answer(conversationId, 'One')
    await client.send(events.markSeen, { seq })
    await pass(5)
    expect(await mailed()).toEqual([])
    const next = await answer(conversationId, 'Two')
    await pass(5)
    await put()
    await client.send(events.markSeen, { seq: next.seq })
    await send()
    expect(server.mails).toEqual([])
    expect(await query('select id from mails')).toEqual([])
  })

  it('who wrote again without reading is mailed all the same', async () => {
    const { client, conversationId } = await visitor()
    await answer(conversationId, 'An answer')
    await client.say('Are you there?')
    await pass(2)
    expect(await mailed()).toHaveLength(1)
  })

  it('gets one mail in ten minutes, with all that was answered since', async () => {
    const { conversationId } = await visitor()
    await answer(conversationId, 'One')
    await pass(2)
    expect(await mailed()).toHaveLength(1)
    await answer(conversationId, 'Two')
    await pass(6)
    await answer(conversationId, 'Three')
    await pass(3.5)
    expect(await mailed()).toEqual([])
    await pass(0.5)
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.text).toMatch(/> Two\n\n> Three\n/)
    expect(mail?.text).not.toContain('> One')
  })

  it('gets one mail in ten minutes at a left address, of all conversations in which it was left', async () => {
    const [one, another] = [await visitor(), await visitor(address.toUpperCase())]
    const other = await visitor('other@example.test')
    for (const { conversationId } of [one, another, other]) await answer(conversationId, 'Hello')
    await pass(2)
    // One waits, then it was sent.
    await put()
    await put()
    expect(await query('select id from mails')).toHaveLength(2)
    await send()
    expect(server.mails.splice(0)).toHaveLength(2)
    await pass(9.5)
    expect(await mailed()).toEqual([])
    await pass(0.5)
    expect((await mailed()).map(({ to }) => to[0]?.toLowerCase())).toEqual([address])
  })

  it('hears nothing of a conversation that was deleted meanwhile', async () => {
    const { conversationId } = await visitor()
    await answer(conversationId, 'Hello')
    await pass(2)
    await put()
    await support.call(chat.deleteConversation, { params: { conversationId } })
    await send()
    expect(server.mails).toEqual([])
  })

  it('is not mailed again what they had read or got before they signed in', async () => {
    const person = await app.person(['customer'])
    await change(person.userId, confirmed)
    await visitor('', person.cookie)
    const cookie = await newVisitorCookie(origin)
    const { client, conversationId } = await visitor(address, cookie)
    const { seq } = await answer(conversationId, 'Read')
    await client.send(events.markSeen, { seq })
    await answer(conversationId, 'Mailed')
    await pass(2)
    expect(await mailed()).toHaveLength(1)
    await client.say('A word of the visitor')
    await answer(conversationId, 'New')
    client.close()
    const after = await connect(`${cookie}; ${person.cookie}`)
    await after.send(events.syncConversation, {})
    await pass(2)
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.to).toEqual([person.email])
    expect(mail?.text).toContain('> New\n')
    expect(mail?.text).not.toMatch(/> (Read|Mailed)/)
  })
})

describe('an address that was left', () => {
  /** A visitor who left an address that nobody has confirmed. */
  async function unconfirmed(left = address) {
    const { client, conversationId } = await visitor('')
    await leave(client, left, false)
    return { client, conversationId }
  }
  const tokenOf = (mail: MailServer['mails'][number] | undefined) =>
    /\/page\/mail\/chat\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const confirm = (token: string) => app.stranger.call(confirmChatMail, { body: { token } })

  it('is asked once, without a word of the conversation, and gets what waited and what comes later once its owner says so', async () => {
    const { client, conversationId } = await unconfirmed()
    await answer(conversationId, 'An answer that was read')
    const { seq } = await answer(conversationId, 'Also this one')
    await client.send(events.markSeen, { seq })
    await answer(conversationId, 'Try the blue button')
    await pass(1.5)
    expect(await mailed()).toEqual([])
    await pass(0.5)
    const [question, ...others] = await mailed()
    expect([question?.to, others]).toEqual([[address], []])
    expect(question?.subject).toBe('Mothlight has an answer for you')
    for (const text of [question?.subject, question?.text, question?.html])
      expect(text).not.toMatch(/Sue Port|blue button|The question of/i)
    expect(question?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    await answer(conversationId, 'Or the red one')
    await pass(12)
    expect(await mailed()).toEqual([])
    await pass(3 * 24 * 60)
    expect(await mailed()).toEqual([])

    for (let times = 0; times < 2; times++)
      expect(await confirm(tokenOf(question))).toMatchObject({ status: 200, body: { isConfirmed: true } })
    await send()
    const [held, ...more] = server.mails.splice(0)
    expect([held?.to, more]).toEqual([[address], []])
    expect(held?.text).toContain('Sue Port wrote:\n\n> Try the blue button\n\n> Or the red one\n')
    expect(held?.text).not.toMatch(/was read\b(?! yet)|Also this/)
    expect(await mailed()).toEqual([])
    await answer(conversationId, 'Did it work?')
    await pass(12)
    expect((await mailed()).map(({ text }) => text)).toEqual([expect.stringContaining('> Did it work?\n')])
  })

  it('is asked once in a day, in however many conversations it is left; another one of the same visitor at once', async () => {
    const one = await unconfirmed()
    await answer(one.conversationId, 'Hello')
    await pass(2)
    expect(await mailed()).toHaveLength(1)
    const other = await unconfirmed(address.toUpperCase())
    await answer(other.conversationId, 'Hello')
    await pass(23 * 60)
    expect(await mailed()).toEqual([])
    await leave(one.client, 'other@example.test', false)
    expect((await mailed()).map(({ to }) => to)).toEqual([['other@example.test']])
    await answer(other.conversationId, 'Still there?')
    await pass(60)
    expect((await mailed()).map(({ to }) => to[0]?.toLowerCase())).toEqual([address])
  })

  it('is confirmed by no link but its own, and by none once it was taken back', async () => {
    const { client, conversationId } = await unconfirmed()
    await answer(conversationId, 'Hello')
    await pass(2)
    const token = tokenOf((await mailed())[0])
    const another = await unconfirmed('another@example.test')
    const secret = token.slice(token.indexOf('.'))
    for (const wrong of [
      `${another.conversationId}${secret}`,
      `${conversationId}.${'x'.repeat(43)}`,
      conversationId,
      'x',
    ])
      expect((await confirm(wrong)).status).toBe(404)
    await leave(client, 'another@example.test', false)
    expect((await confirm(token)).status).toBe(404)
    await leave(client, '', false)
    expect((await confirm(token)).status).toBe(404)
    expect(await query('select from conversations where email_confirmed_on is not null')).toEqual([])
    await send()
    expect(server.mails).toEqual([])
  })

  it('is asked with the next answer where the mail server was away for a day, and never again once its owner ended it', async () => {
    const { conversationId } = await unconfirmed()
    await answer(conversationId, 'Hello')
    await pass(2)
    await put()
    await pass(25 * 60)
    await query('update mails set due_on = created_on, expires_on = now()')
    await send()
    expect(server.mails).toEqual([])
    await answer(conversationId, 'Hello again')
    await pass(2)
    const [question] = await mailed()
    expect(tokenOf(question)).not.toBe('')
    expect((await unsubscribe(unsubscribeOf(question))).status).toBe(200)
    expect((await confirm(tokenOf(question))).status).toBe(404)
    const elsewhere = await unconfirmed()
    await answer(elsewhere.conversationId, 'Hello')
    await pass(25 * 60)
    await answer(elsewhere.conversationId, 'Hello')
    await pass(2)
    expect(await mailed()).toEqual([])
  })

  it('is asked with the next answer where this one was read, or its visitor was blocked, while the question waited', async () => {
    const { client, conversationId } = await unconfirmed()
    const { seq } = await answer(conversationId, 'One')
    await pass(2)
    await put()
    await client.send(events.markSeen, { seq })
    await send()
    await answer(conversationId, 'Two')
    await pass(2)
    await put()
    const block = (blocked: boolean) =>
      support.call(chat.blockVisitor, { params: { conversationId }, body: { blocked } })
    expect((await block(true)).status).toBe(200)
    await send()
    expect(server.mails).toEqual([])
    expect((await block(false)).status).toBe(200)
    expect((await mailed()).map(tokenOf)).toEqual([expect.stringContaining(conversationId)])
  })

  it('has one link to a bug of the conversation that somebody of the team sends while it is confirmed', async () => {
    const { conversationId } = await unconfirmed()
    const texts = { title: 'The lamp flickers', description: 'At dusk', stepsToReproduce: 'Wait for dusk' }
    const reported = await support.call(chat.reportFromConversation, { params: { conversationId }, body: texts })
    const bugId = reported.body.result._id
    await answer(conversationId, 'Hello')
    await pass(2)
    const token = tokenOf((await mailed())[0])
    const staffer = await app.person(['staff'])
    const answers = await atOnce('select from bugs for update', () => [
      staffer.call(sendReporterLink, { params: { bugId } }),
      confirm(token),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await query('select from reporter_links where bug_id = $1 and revoked_on is null', [bugId])).toHaveLength(1)
  })

  it('has one link to each bug of the conversation, of those made before, while and after it is confirmed', async () => {
    const { conversationId } = await unconfirmed()
    await answer(conversationId, 'Hello')
    await pass(2)
    const token = tokenOf((await mailed())[0])
    const texts = { title: 'The lamp flickers', description: 'At dusk', stepsToReproduce: 'Wait for dusk' }
    const report = () => support.call(chat.reportFromConversation, { params: { conversationId }, body: texts })
    await report()
    await atOnce('select from conversations for update', () => [report(), confirm(token)])
    await report()
    const links = `select count(l.id)::integer as links from conversation_bugs c left join reporter_links l on l.bug_id = c.bug_id
      where c.conversation_id = $1 group by c.bug_id`
    expect(await query(links, [conversationId])).toEqual([{ links: 1 }, { links: 1 }, { links: 1 }])
    await send()
    expect(server.mails.map(({ to }) => to)).toEqual([[address], [address], [address], [address]])
    expect((await confirm(token)).status).toBe(200)
    await send()
    expect(server.mails).toHaveLength(4)
  })

  it.each([
    ['is mailed', 'said nothing yet', undefined],
    ['is mailed', 'left none', ''],
    ['is mailed', 'left the same one', address.toUpperCase()],
    ['is not mailed, and the other one asked,', 'left another one', 'other@example.test'],
  ])(
    '%s once its visitor signs in to an account, whose own address is not confirmed, and that %s',
    async (_what, _account, left) => {
      const cookie = await newVisitorCookie(origin)
      const { client } = await visitor(address, cookie)
      const person = await app.person(['customer'])
      await change(person.userId, 'email_confirmed_on = null')
      if (left !== undefined) {
        const earlier = await connect(person.cookie)
        await earlier.say('An earlier question')
        await leave(earlier, left, false)
        earlier.close()
      }
      client.close()
      const after = await connect(`${cookie}; ${person.cookie}`)
      const { conversationId } = await after.say('And one more')
      await answer(conversationId, 'Hello')
      await pass(2)
      expect((await mailed()).map(({ to, text }) => [to[0]?.toLowerCase(), text.includes('> Hello')])).toEqual([
        left === 'other@example.test' ? [left, false] : [address, true],
      ])
    },
  )
})

describe('a visitor with an account', () => {
  it('is mailed at its confirmed address, whatever was left, with a way into the chat', async () => {
    const { person, conversationId } = await signedIn(confirmed, address)
    await answer(conversationId, 'Hello')
    await pass(2)
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.to).toEqual([person.email])
    expect(mail?.text).toContain('Open the chat:\n')
  })

  it('whose address is not confirmed is mailed only at one that they leave and confirm, without a way into the chat', async () => {
    const { client, conversationId } = await signedIn('email_confirmed_on = null')
    await answer(conversationId, 'Hello')
    await pass(2)
    expect(await mailed()).toEqual([])
    await leave(client, address)
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.to).toEqual([address])
    expect(mail?.text).not.toContain('Open the chat:\n')
    expect(mail?.text).toContain('> Hello\n')
  })
})

describe('a visitor is told that they can be reached', () => {
  const reached = async (client: ChatClient) => (await client.send(events.syncConversation, {})) as unknown

  it.each([
    ['once their address is confirmed', confirmed, true],
    ['not while their address is unconfirmed', 'email_confirmed_on = null', false],
    ['not at an address that a mail server refused', `${confirmed}, email_refused_on = now()`, false],
    ['not at the address of a demo account', `${confirmed}, is_demo = true`, false],
  ])('%s, before the first message and after it', async (_, changes, canBeReached) => {
    const person = await app.person(['customer'])
    await change(person.userId, changes)
    const client = await connect(person.cookie)
    expect(await reached(client)).toMatchObject({ canBeReached })
    await client.say('Is anybody there?')
    expect(await reached(client)).toMatchObject({ canBeReached })
    expect(await leave(client, address)).toMatchObject({ canBeReached: true })
    expect(await leave(client, '')).toMatchObject({ canBeReached })
  })

  it('not without an account, until they leave an address', async () => {
    const client = await connect()
    expect(await reached(client)).toMatchObject({ canBeReached: false })
    await client.say('Is anybody there?')
    expect(await reached(client)).toMatchObject({ canBeReached: false })
    expect(await leave(client, address)).toMatchObject({ canBeReached: true })
  })
})

describe('nobody is mailed', () => {
  const accounts: readonly (readonly [string, string])[] = [
    ['who is a demo account', 'is_demo = true'],
    ['who is deactivated', 'deactivated_on = now()'],
    ['who is a person of an import', `email = null, import_key = 'name:' || id, password_hash = null`],
  ]
  it.each(accounts)(
    '%s, at no left address either, also when that is so only once the mail is due',
    async (_, changes) => {
      for (const left of ['', address]) {
        const { person, conversationId } = await signedIn(confirmed, left)
        await answer(conversationId, 'Hello')
        await pass(2)
        await put()
        expect(await query('select id from mails')).toHaveLength(1)
        await change(person.userId, changes)
        await send()
        expect(server.mails).toEqual([])
        await query('update conversations set mailed_seq = 0')
        await put()
        expect(await query('select id from mails')).toEqual([])
      }
    },
  )

  it.each(accounts.slice(0, 2))('at a left address that is one of somebody %s', async (_, changes) => {
    const owner = await app.person(['customer'])
    const { conversationId } = await visitor(owner.email.toUpperCase())
    await change(owner.userId, changes)
    await answer(conversationId, 'Hello')
    await pass(2)
    await put()
    expect(await query('select id from mails')).toEqual([])
  })

  const troubles: readonly (readonly [string, string])[] = [
    ['who is blocked', 'update conversations set blocked_on = now()'],
    ['who took the address back', 'update conversations set email = null'],
    ['whose address is another one by now', `update conversations set email = 'other@example.test'`],
  ]
  it.each(troubles)('%s, also while the mail waits', async (_, trouble) => {
    const { conversationId } = await visitor()
    await answer(conversationId, 'Hello')
    await pass(2)
    await put()
    expect(await query('select id from mails')).toHaveLength(1)
    await query(trouble)
    await send()
    expect(server.mails).toEqual([])
    await query(`update conversations set mailed_seq = 0 where email is distinct from 'other@example.test'`)
    expect(await mailed()).toEqual([])
  })

  it('at a left address that no mail server knows, nor at the account’s address that is another one by now', async () => {
    const owner = await app.person(['customer'])
    const { conversationId } = await visitor(owner.email)
    await change(owner.userId, 'email_refused_on = now()')
    await answer(conversationId, 'Hello')
    await pass(2)
    expect(await mailed()).toEqual([])
    const other = await signedIn(confirmed)
    await answer(other.conversationId, 'Hello')
    await pass(2)
    await put()
    await change(other.person.userId, `email = 'new@' || id || '.test'`)
    await send()
    expect(server.mails).toEqual([])
  })
})

describe('a mail that is sent again', () => {
  it('has the same Message-ID and says the same, whatever was answered and read meanwhile; what is new comes later', async () => {
    const { client, conversationId } = await visitor()
    const { seq } = await answer(conversationId, 'One')
    await answer(conversationId, 'Two')
    await pass(2)
    await put()
    // The server takes it, and nobody can note that.
    server.onTaken = async () => void (await query('alter table mails rename column sent_on to elsewhere'))
    await expect(send()).rejects.toThrow('sent_on')
    server.onTaken = undefined
    await query('alter table mails rename column elsewhere to sent_on')
    await client.send(events.markSeen, { seq })
    await answer(conversationId, 'Three')
    await pass(15)
    await put()
    await query('update mails set due_on = now()')
    await send()
    const [first, again, ...others] = server.mails.splice(0)
    expect(others).toEqual([])
    expect(first?.text).toMatch(/> One\n\n> Two\n/)
    expect(again?.headers['message-id']).toBe(first?.headers['message-id'])
    expect([again?.text, again?.html]).toEqual([first?.text, first?.html])
    await pass(10)
    const [later, ...more] = await mailed()
    expect(more).toEqual([])
    expect(later?.text).toContain('> Three\n')
    expect(later?.text).not.toMatch(/> (One|Two)/)
  })

  it('was put once, though two processes found the answer at once', async () => {
    const { conversationId } = await visitor()
    await answer(conversationId, 'Hello')
    await pass(2)
    const other = await another()
    // Both wait for the conversation, so both have found it.
    await atOnce('select from conversations for update', () => [put(), putBy(other)])
    await send()
    expect(server.mails).toHaveLength(1)
  })
})

describe('the link that ends the mails', () => {
  it('ends those to a left address for good, in every conversation, whoever leaves it again', async () => {
    const { client, conversationId } = await visitor()
    await answer(conversationId, 'One')
    await pass(2)
    const [mail] = await mailed()
    for (let times = 0; times < 2; times++) {
      const done = await unsubscribe(unsubscribeOf(mail))
      expect(done).toMatchObject({ status: 200, body: { about: 'chat' } })
    }
    expect(await client.send(events.syncConversation, {})).toMatchObject({ canBeReached: false })
    await answer(conversationId, 'Two')
    await pass(12)
    expect(await mailed()).toEqual([])
    // Whoever leaves it is not told what its owner has asked for.
    expect(await leave(client, address)).toMatchObject({ canBeReached: true })
    expect(await mailed()).toEqual([])
    const elsewhere = await visitor(address.toUpperCase())
    await answer(elsewhere.conversationId, 'Three')
    await pass(12)
    expect(await mailed()).toEqual([])
    expect(JSON.stringify(await query('select * from ended_addresses'))).not.toMatch(/rosa|example/i)
    await leave(client, 'other@example.test')
    expect((await mailed()).map(({ to }) => to)).toEqual([['other@example.test']])
  })

  it('ends those that wait in other conversations, and no address but the one that got the mail', async () => {
    const { client, conversationId } = await visitor()
    await answer(conversationId, 'One')
    await pass(2)
    const [mail] = await mailed()
    await leave(client, 'other@example.test')
    const elsewhere = await visitor()
    await answer(elsewhere.conversationId, 'Two')
    await pass(12)
    await put()
    const link = unsubscribeOf(mail)
    const [kind = '', id = '', hash = '', secret = ''] = link.split('.')
    for (const wrong of [
      [kind, id, secret],
      [kind, id, hash.split('').toReversed().join(''), secret],
    ])
      expect((await unsubscribe(wrong.join('.'))).status).toBe(404)
    expect((await unsubscribe(link)).status).toBe(200)
    await send()
    expect(server.mails).toEqual([])
    await leave(client, 'other@example.test')
    await answer(conversationId, 'Three')
    await pass(12)
    expect((await mailed()).map(({ to }) => to)).toEqual([['other@example.test']])
  })

  it('leaves an account its mails at the same address, once that is confirmed', async () => {
    const { person, client, conversationId } = await signedIn('email_confirmed_on = null')
    await leave(client, person.email)
    await answer(conversationId, 'One')
    await pass(2)
    const [mail] = await mailed()
    expect((await unsubscribe(unsubscribeOf(mail))).status).toBe(200)
    await leave(client, person.email)
    await answer(conversationId, 'Two')
    await pass(12)
    expect(await mailed()).toEqual([])
    await change(person.userId, confirmed)
    expect((await mailed()).map(({ to }) => to)).toEqual([[person.email]])
  })

  it('ends those to an account too, also one that waits, and taking an address back begins none', async () => {
    const { client, conversationId } = await signedIn(confirmed)
    await answer(conversationId, 'One')
    await pass(2)
    const [mail] = await mailed()
    await answer(conversationId, 'Two')
    await pass(12)
    await put()
    const token = new URL(linksOf(mail?.html ?? '')[1]!.replaceAll('&amp;', '&')).searchParams.get('token') ?? ''
    expect((await app.stranger.call(hearLess, { body: { token } })).status).toBe(200)
    await send()
    expect(server.mails).toEqual([])
    await answer(conversationId, 'Three')
    await pass(12)
    expect(await mailed()).toEqual([])
    // A login that joins two conversations may leave both.
    await query('update conversations set email = $1', [address])
    expect(await mailed()).toEqual([])
    expect(await leave(client, '')).toMatchObject({ canBeReached: false })
    expect(await mailed()).toEqual([])
    await leave(client, address)
    expect(await mailed()).toHaveLength(1)
  })
})

describe('while no mail goes out', () => {
  it('nothing is put or noted, and when it does, only what was answered within a day is mailed', async () => {
    const silent = await another({ ...app.config, mail: undefined })
    const { conversationId } = await visitor()
    await answer(conversationId, 'Long ago')
    await pass(24 * 60)
    await answer(conversationId, 'Lately')
    await pass(5)
    const gone = await visitor('other@example.test')
    await answer(gone.conversationId, 'Long ago')
    await query(`update chat_lines set sent_on = sent_on - interval '25 hours' where conversation_id = $1`, [
      gone.conversationId,
    ])
    await putBy(silent)
    expect(await query('select id from mails')).toEqual([])
    expect(await query('select distinct mailed_seq from conversations')).toEqual([{ mailed_seq: 0 }])
    await put()
    expect(await query('select detail from mails')).toEqual([{ detail: { from: 3, through: 3 } }])
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail?.to).toEqual([address])
    expect(mail?.text).toContain('> Lately\n')
    expect(mail?.text).not.toContain('Long ago')
  })

  it('because a restore holds it, what was answered is kept for when it is released', async () => {
    const { conversationId } = await visitor()
    await answer(conversationId, 'Hello')
    await pass(2)
    await query('insert into outgoing_hold default values')
    expect(await mailed()).toEqual([])
    await query('delete from outgoing_hold')
    await send()
    expect(server.mails).toHaveLength(1)
  })
})

describe('a message of the chat', () => {
  it('adds no job', async () => {
    await query('select mothlight_jobs.complete_jobs(array(select id from mothlight_jobs.jobs))')
    const { conversationId } = await visitor()
    await answer(conversationId, 'Hello')
    expect(await query('select task_identifier from mothlight_jobs.jobs')).toEqual([])
  })
})
