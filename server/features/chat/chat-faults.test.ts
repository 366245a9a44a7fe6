import { openApp } from '#server/app.ts'
import { openLog } from '#server/config/log.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { closeBug } from '#shared/bugs/contract.ts'
import * as chat from '#shared/chat/contract.ts'
import * as events from '#shared/chat/socket-events.ts'
import { editUser } from '#shared/users/contract.ts'
import { type ChatClient, newVisitorCookie, openChatClient } from '#testing/chat-client.ts'
import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import { untilBlocked } from '#testing/until-blocked.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let origin: string
let support: Caller & { userId: string }
const open: ChatClient[] = []
beforeAll(async () => {
  app = await openTestApp({ LIMIT_CHAT_MESSAGES: '1000000', LIMIT_CHAT_CONVERSATIONS: '10000' })
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  support = await app.person(['support'], { fullName: 'Sue Port' })
})
afterEach(() => open.splice(0).forEach((client) => client.close()))
afterAll(() => app?.end())

async function connect(cookie?: string, address = origin): Promise<ChatClient> {
  const client = await openChatClient(address, cookie)
  open.push(client)
  return client
}

/** Delays the event list, as a long import does: nothing newer is published until the returned function is called. */
async function holdEvents(): Promise<() => Promise<void>> {
  const client = new pg.Client(app.url)
  await client.connect()
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

/** Removes all roles of a person, as a change by another process would. */
async function takeRoles(userId: string): Promise<void> {
  await app.inTx(async (tx) => {
    await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
    const payload = { from: ['support'], to: [] }
    await recordEvent(tx, { type: 'user-roles-changed', subjectId: userId, actorId: null, payload })
  })
}

describe('a line', () => {
  it('is told once to everybody and never to its sender, however early the event list tells of it', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => connect()))
    const staff = await connect(support.cookie)
    const begun = await Promise.all(people.map((person) => person.say('begin')))
    await app.relay.settled()
    const before = staff.heard().length
    await Promise.all(
      people.map(async (person) => {
        for (let n = 0; n < 100; n++) await person.say(`${n}`)
      }),
    )
    await app.relay.settled()
    // Whatever else somebody hears comes before what is said after it.
    for (const { conversationId } of begun) await staff.say('the end', { conversationId })
    await people[0]?.say('the end')
    const ends = ({ message }: { message: string }) => message === 'the end'
    await Promise.all([staff, ...people].map((client) => client.push('chat-message', ends)))
    expect(people.map((person) => person.heard())).toEqual(people.map(() => ['the end']))
    expect(staff.heard().length - before).toBe(1201)
  })

  it('with a client id that was used for other words, or by somebody else, is not swallowed', async () => {
    const [visitor, one, other] = [
      await connect(),
      await connect(support.cookie),
      await connect((await app.person(['support'])).cookie),
    ]
    const { conversationId } = await visitor.say('hello', { clientId: '1' })
    await one.say('from one', { conversationId, clientId: '1' })
    await other.say('from the other', { conversationId, clientId: '1' })
    await visitor.push('chat-message', ({ message }) => message === 'from the other')
    for (const client of [visitor, one]) {
      const answer = await client.send(events.sendMessage, { message: 'other words', conversationId, clientId: '1' })
      expect(answer).toMatchObject({ ok: false, error: { code: 'conflict', field: 'clientId' } })
    }
    const [first, second] = await Promise.all(
      ['x', 'y'].map((message) => visitor.send(events.sendMessage, { message, clientId: '2' })),
    )
    expect([first?.ok, second?.ok]).toEqual([true, false])
  })
})

describe('a socket', () => {
  it('whose conversation could not be found at first finds it when the database is back', async () => {
    const cookie = await newVisitorCookie(origin)
    await (await connect(cookie)).say('before')
    await app.database.pool.query('alter table conversations rename to conversations_away')
    const visitor = await connect(cookie)
    expect(await visitor.send(events.syncConversation, {})).toMatchObject({ ok: false })
    await app.database.pool.query('alter table conversations_away rename to conversations')
    expect(await visitor.send(events.syncConversation, {})).toMatchObject({ ok: true, lines: [{ message: 'before' }] })
  })

  it('keeps the conversation that it began after the last one was deleted, though it hears of that late', async () => {
    const visitor = await connect()
    const { conversationId } = await visitor.say('one')
    await app.relay.settled()
    const letGo = await holdEvents()
    await support.call(chat.deleteConversation, { params: { conversationId } })
    const second = await visitor.say('two')
    await letGo()
    await app.relay.settled()
    const answer = await visitor.send(events.syncConversation, {})
    expect(answer).toMatchObject({ ok: true, conversationId: second.conversationId, lines: [{ message: 'two' }] })
    expect(await visitor.send(events.markSeen, { conversationId: second.conversationId, seq: 1 })).toEqual({ ok: true })
  })

  it('of another device of the account hears a conversation from when it became the account’s', async () => {
    const person = await app.person(['customer'])
    const device = await connect(person.cookie)
    const cookie = await newVisitorCookie(origin)
    const { conversationId } = await (await connect(cookie)).say('before the login')
    const signedIn = await connect(`${cookie}; ${person.cookie}`)
    await signedIn.send(events.syncConversation, {})
    // It has to reconnect, and then it knows.
    await expect.poll(() => device.socket.connected).toBe(false)
    const again = await connect(person.cookie)
    // Every client does this first. Before the answer, its conversation may still be searched for.
    await again.send(events.syncConversation, {})
    await (await connect(support.cookie)).say('an answer', { conversationId })
    await again.push('chat-message', ({ message }) => message === 'an answer')
    await signedIn.push('chat-message', ({ message }) => message === 'an answer')
  })

  it('that another process holds loses a conversation that became an account’s', async () => {
    const other = await openApp(app.config, openLog('silent'), app.database)
    const elsewhere = await other.http.listen({ host: '127.0.0.1', port: 0 })
    const cookie = await newVisitorCookie(origin)
    const person = await app.person(['customer'])
    const old = await connect(cookie, elsewhere)
    await old.say('before the login')
    const letGo = await holdEvents()
    const signedIn = await connect(`${cookie}; ${person.cookie}`)
    const { conversationId } = await signedIn.say('a secret')
    // Also while the event is delayed.
    const early = await old.send(events.syncConversation, {})
    expect(early.ok).toBe(false)
    await letGo()
    await (await connect(support.cookie)).say('a secret answer', { conversationId })
    await expect.poll(() => old.socket.connected).toBe(false)
    expect(JSON.stringify(old.received)).not.toContain('secret')
    await other.close()
  })

  it('that has gone during the handshake counts no more', async () => {
    const strict = await openTestApp({ LIMIT_CHAT_CONNECTIONS: '3' })
    const address = await strict.http.listen({ host: '127.0.0.1', port: 0 })
    for (let n = 0; n < 8; n++) {
      const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
      await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }))
      socket.send('40')
      socket.close()
    }
    await expect.poll(() => openChatClient(address).then((client) => client.close())).toBeUndefined()
    const idle = Array.from(
      { length: 8 },
      () => new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`),
    )
    await Promise.all(
      idle.map(
        (socket) =>
          new Promise((resolve) => ['open', 'error'].forEach((name) => socket.addEventListener(name, resolve))),
      ),
    )
    expect(idle.filter(({ readyState }) => readyState === WebSocket.OPEN).length).toBeLessThanOrEqual(3)
    idle.forEach((socket) => socket.close())
    await strict.end()
  })
})

describe('a right that is taken', () => {
  it('silences an open socket at once, though an older transaction holds the event list up', async () => {
    const [former, admin] = [await app.person(['support']), await app.person(['admin'])]
    const [staff, visitor] = [await connect(former.cookie), await connect()]
    const letGo = await holdEvents()
    await admin.call(editUser, { params: { userId: former.userId }, body: { role: ['customer'] } })
    await expect.poll(() => staff.socket.connected).toBe(false)
    await visitor.say('not for them')
    await letGo()
    expect(staff.heard()).toEqual([])
  })

  it('silences an open socket though the event list could not be followed in everything', async () => {
    const visitor = await connect()
    const { conversationId } = await visitor.say('x')
    const former = await app.person(['support'])
    const staff = await connect(former.cookie)
    const body = { title: 't', description: 'd', stepsToReproduce: 's' }
    const { result } = (await support.call(chat.reportFromConversation, { params: { conversationId }, body })).body
    await app.relay.settled()
    await app.database.pool.query('alter table chat_lines rename to chat_lines_away')
    await app.database.pool.query('alter table chat_lines_away rename column sender_name to away')
    await app.database.pool.query('alter table chat_lines_away rename to chat_lines')
    const other = await openApp(app.config, openLog('silent'), app.database)
    await app.database.pool.query('alter table chat_lines rename column away to sender_name')
    await (await app.person(['staff'])).call(closeBug, { params: { bugId: result._id }, body: { closed: true } })
    await takeRoles(former.userId)
    await expect.poll(() => staff.socket.connected).toBe(false)
    await visitor.push('chat-message', ({ message }) => message.endsWith('has been closed.'))
    await other.close()
  })

  it('during the handshake is noticed', async () => {
    const former = await app.person(['support'])
    await app.database.pool.query(`update sessions set seen_on = now() - interval '2 hours' where user_id = $1`, [
      former.userId,
    ])
    const client = new pg.Client(app.url)
    await client.connect()
    await client.query('begin')
    await client.query('lock table sessions in share mode')
    const opening = connect(former.cookie)
    await untilBlocked(app.database.pool)
    await takeRoles(former.userId)
    await client.query('rollback')
    await client.end()
    const staff = await opening.catch(() => undefined)
    if (staff) await expect.poll(() => staff.socket.connected).toBe(false)
    await (await connect()).say('not for them')
    expect(staff?.heard() ?? []).toEqual([])
  })

  it('gives back what its holder has taken', async () => {
    const [former, admin] = [await app.person(['support']), await app.person(['admin'])]
    const params = { conversationId: (await (await connect()).say('x')).conversationId }
    await former.call(chat.takeConversation, { params, body: { taken: true } })
    await admin.call(editUser, { params: { userId: former.userId }, body: { role: ['staff'] } })
    const { result } = (await support.call(chat.viewConversation, { params })).body
    expect(result.takenBy).toBeUndefined()
  })
})

describe('a merge at the login', () => {
  it('keeps the block, the address and who has taken it', async () => {
    const person = await app.person(['customer'])
    await (await connect(person.cookie)).say('as myself')
    const cookie = await newVisitorCookie(origin)
    const anonymous = await connect(cookie)
    const params = { conversationId: (await anonymous.say('as nobody')).conversationId }
    await anonymous.send(events.leaveEmail, { email: 'left@example.test' })
    await support.call(chat.takeConversation, { params, body: { taken: true } })
    await support.call(chat.blockVisitor, { params, body: { blocked: true } })
    const signedIn = await connect(`${cookie}; ${person.cookie}`)
    expect(await signedIn.send(events.sendMessage, { message: 'again' })).toMatchObject({
      error: { code: 'forbidden' },
    })
    const conversationId =
      ((await signedIn.send(events.syncConversation, {})) as { conversationId?: string }).conversationId ?? ''
    const { result } = (await support.call(chat.viewConversation, { params: { conversationId } })).body
    expect(result).toMatchObject({
      isBlocked: true,
      takenBy: { _id: support.userId },
      visitor: { email: 'left@example.test' },
    })
    await app.database.pool.query('update conversations set blocked_on = null')
  })

  it('makes one message of what was sent before the login and again after it', async () => {
    const person = await app.person(['customer'])
    const mine = await connect(person.cookie)
    await mine.say('sent twice', { clientId: 'same' })
    const cookie = await newVisitorCookie(origin)
    const anonymous = await connect(cookie)
    await anonymous.say('first')
    await anonymous.say('sent twice', { clientId: 'same' })
    await anonymous.say('last')
    const signedIn = await connect(`${cookie}; ${person.cookie}`)
    const answer = await signedIn.send(events.syncConversation, {})
    if (!answer.ok) throw new Error(answer.error.message)
    expect(answer.lines.map(({ seq, message }) => `${seq} ${message}`)).toEqual(['1 sent twice', '2 first', '3 last'])
    expect((await signedIn.say('on')).seq).toBe(4)
  })
})

describe('reporting and closing at once', () => {
  it('wait for each other in one order', async () => {
    const own = await openTestApp()
    const address = await own.http.listen({ host: '127.0.0.1', port: 0 })
    // With one shard the two meet every time.
    const { rows } = await own.database.pool.query<{ text: string }>(
      `select pg_get_functiondef(oid) as text from pg_proc where proname in ('bug_counts_add', 'bug_counts_move')`,
    )
    for (const { text } of rows) await own.database.pool.query(text.replaceAll('% 16', '% 1'))
    const [clerk, admin] = [await own.person(['support']), await own.person(['admin'])]
    const visitor = await openChatClient(address)
    const params = { conversationId: (await visitor.say('x')).conversationId }
    const report = () =>
      clerk.call(chat.reportFromConversation, { params, body: { title: 't', description: 'd', stepsToReproduce: 's' } })
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await report()).body.result._id))
    const answers = await Promise.all(
      ids.flatMap((bugId, n) => [
        report(),
        admin.call(closeBug, { params: { bugId }, body: { closed: true } }),
        report(),
        admin.call(closeBug, { params: { bugId: ids[(n + 1) % 6] ?? '' }, body: { closed: false } }),
      ]),
    )
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    visitor.close()
    await own.end()
  })
})

describe('a stop', () => {
  it('does not wait for ever for a message that can’t be stored', async () => {
    const own = await openTestApp({ SHUTDOWN_SECONDS: '1' })
    const visitor = await openChatClient(await own.http.listen({ host: '127.0.0.1', port: 0 }))
    await visitor.say('x')
    const client = new pg.Client(own.url)
    await client.connect()
    await client.query('begin')
    await client.query('lock table chat_lines in share mode')
    const waiting = visitor.send(events.sendMessage, { message: 'waits' }).catch(() => undefined)
    await untilBlocked(own.database.pool)
    await own.close()
    await client.query('rollback')
    await client.end()
    visitor.close()
    await waiting
    await own.end()
  })
})
