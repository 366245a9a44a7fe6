import { closeBug, viewBug } from '#shared/bugs/contract.ts'
import { listTimeline } from '#shared/history/contract.ts'
import * as chat from '#shared/chat/contract.ts'
import * as events from '#shared/chat/socket-events.ts'
import { editUser, setUserActive } from '#shared/users/contract.ts'
import { changeRole } from '#shared/roles/contract.ts'
import { openApp } from '#server/app.ts'
import { openLog } from '#server/config/log.ts'
import { type ChatClient, newVisitorCookie, openChatClient } from '#testing/chat-client.ts'
import { foreignOrigins } from '#testing/calls/foreign-origins.ts'
import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldConversations } from './retention.ts'

let app: TestApp
let origin: string
let support: Caller & { userId: string }
const open: ChatClient[] = []
beforeAll(async () => {
  app = await openTestApp({ LIMIT_CHAT_MESSAGES: '1000', LIMIT_CHAT_CONVERSATIONS: '10000' })
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  support = await app.person(['support'], { fullName: 'Sue Port' })
})
afterEach(() => open.splice(0).forEach((client) => client.close()))
afterAll(() => app?.end())

async function connect(cookie?: string, options?: Parameters<typeof openChatClient>[2]): Promise<ChatClient> {
  const client = await openChatClient(origin, cookie, options)
  open.push(client)
  return client
}
const staffSocket = () => connect(support.cookie)
const inboxOf = async (conversationId: string, caller: Caller = support) =>
  (await caller.call(chat.viewConversation, { params: { conversationId } })).body.result
const sync = async (
  client: ChatClient,
  payload: Parameters<typeof client.send<typeof events.syncConversation>>[1] = {},
) => {
  const answer = await client.send(events.syncConversation, payload)
  if (!answer.ok) throw new Error(answer.error.message)
  return answer
}

describe('a client that knows only the specification', () => {
  it('talks to an administrator and is answered, on the main port and on the chat’s own', async () => {
    const port = await app.listenForChat('127.0.0.1', 0)
    const staff = await staffSocket()
    for (const address of [origin, `http://127.0.0.1:${port}`]) {
      const visitor = await openChatClient(address, undefined, {
        transports: ['polling', 'websocket'],
        extraHeaders: { origin, 'x-custom': '1' },
        withCredentials: true,
      })
      open.push(visitor)
      visitor.socket.emit('set-name', 'Ann')
      visitor.socket.emit('chat-message', { message: `help at ${address}` })
      const line = await staff.push('chat-message', ({ message }) => message === `help at ${address}`)
      expect(line.sender).toBe('Ann')
      await staff.say(`here at ${address}`, { conversationId: line.conversationId })
      expect(await visitor.push('chat-message')).toMatchObject({ sender: 'Sue Port', message: `here at ${address}` })
      // The sender gets no echo.
      expect(visitor.heard()).toEqual([`here at ${address}`])
    }
  })

  it('hears why something was refused, though it asks for no acknowledgement', async () => {
    const visitor = await connect()
    visitor.socket.emit('chat-message', { message: '' })
    expect(await visitor.push('chat-message')).toEqual({ sender: 'Mothlight', message: 'message must not be empty.' })
  })

  it('as an administrator answers the conversation that was last read, and is told when there is none', async () => {
    const other = await app.person(['support'])
    const staff = await connect(other.cookie)
    const refused = await staff.send(events.sendMessage, { message: 'whom?' })
    expect(refused).toMatchObject({ ok: false, error: { code: 'invalid-input', field: 'conversationId' } })
    const visitor = await connect()
    const { conversationId } = await visitor.say('me')
    await sync(staff, { conversationId })
    expect((await staff.say('you')).conversationId).toBe(conversationId)
    expect((await visitor.push('chat-message')).message).toBe('you')
  })
})

describe('who hears what', () => {
  it('a visitor’s other tabs and staff hear a message; other visitors and signed-in people never do', async () => {
    const cookie = await newVisitorCookie(origin)
    const [tab, otherTab, stranger, staff] = [
      await connect(cookie),
      await connect(cookie),
      await connect(),
      await staffSocket(),
    ]
    const customer = await connect((await app.person(['customer'])).cookie)
    const { conversationId } = await tab.say('a secret', { clientId: 'c1' })
    expect(await otherTab.push('chat-message')).toMatchObject({ message: 'a secret', own: true, clientId: 'c1' })
    const seen = await staff.push('chat-message', (line) => line.conversationId === conversationId)
    expect(seen).toMatchObject({ message: 'a secret', own: false })
    expect(seen).not.toHaveProperty('clientId')
    await staff.say('an answer', { conversationId })
    await otherTab.push('chat-message', ({ message }) => message === 'an answer')
    await stranger.say('something else')
    for (const outsider of [stranger, customer]) {
      expect(JSON.stringify(outsider.received)).not.toMatch(/secret|answer/)
      expect(outsider.received.every(({ name }) => name === 'chat-presence')).toBe(true)
    }
  })

  it('naming somebody else’s conversation looks the same as naming none that exists', async () => {
    const { conversationId } = await (await connect()).say('mine')
    const thief = await connect()
    await thief.say('hello')
    for (const id of [conversationId, 'f'.repeat(24), 'x', '']) {
      for (const answer of [
        await thief.send(events.syncConversation, { conversationId: id }),
        await thief.send(events.sendMessage, { conversationId: id, message: 'x' }),
        await thief.send(events.markSeen, { conversationId: id, seq: 1 }),
        await thief.send(events.sayTyping, { conversationId: id }),
      ]) {
        expect(answer).toEqual({
          ok: false,
          error: {
            code: 'not-found',
            message: 'There is no such conversation.',
            field: 'conversationId',
            requestId: expect.any(String),
          },
        })
      }
    }
  })

  it('typing and reading are told to the other side alone', async () => {
    const [visitor, stranger, staff] = [await connect(), await connect(), await staffSocket()]
    const { conversationId } = await visitor.say('one')
    await visitor.send(events.sayTyping, {})
    expect(await staff.push('chat-typing')).toEqual({ conversationId, from: 'visitor', sender: 'Anonymous' })
    await staff.send(events.markSeen, { conversationId, seq: 99 })
    expect(await visitor.push('chat-seen')).toEqual({ conversationId, from: 'staff', seq: 1 })
    await staff.send(events.sayTyping, { conversationId })
    expect((await visitor.push('chat-typing')).sender).toBe('Sue Port')
    expect(stranger.received.filter(({ name }) => name !== 'chat-presence')).toEqual([])
    expect(await inboxOf(conversationId)).toMatchObject({ staffSeen: 1, unread: 0 })
  })
})

describe('a line', () => {
  it('that is sent again with its client id is stored once and told once', async () => {
    const [visitor, staff] = [await connect(), await staffSocket()]
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.say('once', { clientId: 'same' })))
    answers.push(await visitor.say('once', { clientId: 'same' }))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    await visitor.say('last')
    await staff.push('chat-message', ({ message }) => message === 'last')
    const { conversationId } = answers[0]!
    const told = staff.received.filter(
      ({ data }) => (data as { conversationId?: string }).conversationId === conversationId,
    )
    expect(told.filter(({ name }) => name === 'chat-message')).toHaveLength(2)
    expect((await sync(visitor)).lines.map(({ message, seq }) => [message, seq])).toEqual([
      ['once', 1],
      ['last', 2],
    ])
  })

  it('keeps its place: many at once from both sides are numbered without gaps', async () => {
    const [visitor, staff] = [await connect(), await staffSocket()]
    const { conversationId } = await visitor.say('to begin')
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 ? visitor.say(`v${n}`) : staff.say(`s${n}`, { conversationId }))),
    )
    const { lines } = await sync(visitor)
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 61 }, (_, n) => n + 1))
    const { result } = (await support.call(chat.listMessages, { params: { conversationId } })).body
    expect(result.map(({ id }) => id)).toEqual(lines.map(({ id }) => id))
    // Each side's messages are in the order in which they were sent.
    const sent = (side: string) => lines.map(({ message }) => message).filter((message) => message.startsWith(side))
    expect(sent('v')).toEqual(Array.from({ length: 30 }, (_, n) => `v${2 * n + 1}`))
    expect(sent('s')).toEqual(Array.from({ length: 30 }, (_, n) => `s${2 * n}`))
  })

  it('comes back exactly as it was written, and in parts', async () => {
    const visitor = await connect()
    const odd = '  <b>&amp;</b>\n\t👩‍👩‍👧 \u202e ß '
    await visitor.say(odd)
    for (let n = 2; n <= 210; n += 30) {
      await Promise.all(Array.from({ length: 30 }, (_, k) => visitor.say(`${n + k}`)))
    }
    const last = await sync(visitor)
    expect([last.lines.length, last.more, last.lines[0]?.seq]).toEqual([200, true, 12])
    const earlier = await sync(visitor, { before: 12 })
    expect([earlier.lines.length, earlier.more, earlier.lines[0]?.message]).toEqual([11, false, odd])
    const missed = await sync(visitor, { after: 5 })
    expect([missed.lines.length, missed.more, missed.lines[0]?.seq]).toEqual([200, true, 6])
    expect((await sync(visitor, { after: 211 })).lines).toEqual([])
  })

  it('is refused when it is empty, too long, no text, or has an odd client id', async () => {
    const visitor = await connect()
    for (const payload of [
      null,
      undefined,
      'text',
      {},
      { message: ' ' },
      { message: 1 },
      { message: 'x'.repeat(10_001) },
      { message: 'nul \u0000' },
      { message: 'x', clientId: '' },
      { message: 'x', clientId: 'x'.repeat(65) },
      { message: 'x', conversationId: {} },
    ]) {
      const answer = await visitor.send(events.sendMessage, payload as never)
      expect(answer, JSON.stringify(payload)).toMatchObject({ ok: false, error: { code: 'invalid-input' } })
    }
    expect((await sync(visitor)).conversationId).toBeUndefined()
  })
})

describe('a visitor', () => {
  it('is known again by the cookie of the browser, and by nothing else', async () => {
    const cookie = await newVisitorCookie(origin)
    expect(cookie).toMatch(/^mothlight_visitor=[\w-]{43}$/)
    await (await connect(cookie)).say('before')
    expect((await sync(await connect(cookie))).lines.map(({ message }) => message)).toEqual(['before'])
    expect((await sync(await connect())).lines).toEqual([])
  })

  it('keeps the conversation through login; after the logout the browser has nothing of it', async () => {
    const cookie = await newVisitorCookie(origin)
    const tab = await connect(cookie)
    const { conversationId } = await tab.say('anonymously')
    const person = await app.person(['customer'], { fullName: 'Lo Gin' })
    const signedIn = await connect(`${cookie}; ${person.cookie}`)
    expect((await sync(signedIn)).lines.map(({ message }) => message)).toEqual(['anonymously'])
    expect(await inboxOf(conversationId)).toMatchObject({ visitor: { name: 'Lo Gin', _id: person.userId } })
    // The other tab has to reconnect as the person who is signed in now.
    await expect.poll(() => tab.socket.connected).toBe(false)
    expect((await sync(await connect(cookie))).lines).toEqual([])
    expect((await sync(await connect(person.cookie))).conversationId).toBe(conversationId)
  })

  it('with an account that has talked before finds both, one behind the other', async () => {
    const person = await app.person(['customer'])
    const first = await connect(person.cookie)
    const { conversationId } = await first.say('as myself', { clientId: 'x' })
    const cookie = await newVisitorCookie(origin)
    const anonymous = await connect(cookie)
    const gone = (await anonymous.say('as nobody', { clientId: 'x' })).conversationId
    await anonymous.say('as nobody again')
    const both = await connect(`${cookie}; ${person.cookie}`)
    const { lines } = await sync(both)
    expect(lines.map(({ message, seq }) => `${seq} ${message}`)).toEqual([
      '1 as myself',
      '2 as nobody',
      '3 as nobody again',
    ])
    expect((await both.say('and on')).seq).toBe(4)
    expect((await support.call(chat.viewConversation, { params: { conversationId: gone } })).status).toBe(404)
    expect((await inboxOf(conversationId)).lastLine.message).toBe('and on')
  })

  it.each([
    'Admin',
    ' ADMIN ',
    'Аdmin',
    'a-d-m-i-n',
    'Süe Port',
    'Mothlight',
    'The Admin',
    'Mothlight Support',
    'admins',
    'Adm1n',
    'ADMIΝ',
    'Sue Port (online)',
    'Ꮪue Port',
    '\u200b',
    '',
  ])('can’t pose as staff by the name %j', async (name) => {
    const visitor = await connect()
    expect(await visitor.send(events.setName, name)).toEqual({ ok: true, name: 'Anonymous' })
  })

  it('can’t pose as the product where it has another name', async () => {
    const own = await openApp(
      { ...app.config, settings: { productName: 'Acme Bugs' } },
      openLog('silent'),
      app.database,
    )
    try {
      const visitor = await openChatClient(await own.http.listen({ host: '127.0.0.1', port: 0 }))
      open.push(visitor)
      for (const name of ['Acme Bugs', 'ACMEBUGS', 'acme bugs (help)', 'The Acme Bugs Helpers'])
        expect(await visitor.send(events.setName, name)).toEqual({ ok: true, name: 'Anonymous' })
      expect(await visitor.send(events.setName, 'Bugs Bunny')).toEqual({ ok: true, name: 'Bugs Bunny' })
    } finally {
      await own.close()
    }
  })

  it('may be called anything else, cut to 40 characters, on one line', async () => {
    const [visitor, staff] = [await connect(), await staffSocket()]
    const { conversationId } = await visitor.say('who am I?')
    expect(await visitor.send(events.setName, ` Zo\n\të ${'x'.repeat(50)}`)).toEqual({
      ok: true,
      name: `Zo ë ${'x'.repeat(35)}`,
    })
    await staff.push('chat-conversation', (change) => change.conversationId === conversationId)
    expect((await inboxOf(conversationId)).visitor.name).toBe(`Zo ë ${'x'.repeat(35)}`)
    await visitor.say('me')
    expect((await inboxOf(conversationId)).lastLine.sender).toBe(`Zo ë ${'x'.repeat(35)}`)
  })

  it('who is signed in keeps the account’s name, whatever set-name says', async () => {
    const person = await app.person(['customer'], { fullName: 'Real Name' })
    const client = await connect(person.cookie)
    expect(await client.send(events.setName, 'Fake')).toEqual({ ok: true, name: 'Real Name' })
    const { conversationId } = await client.say('x')
    expect((await inboxOf(conversationId)).lastLine.sender).toBe('Real Name')
  })

  it('is told whether somebody is there, and may leave an address', async () => {
    const visitor = await connect()
    expect((await sync(visitor)).staffPresent).toBe(false)
    const staff = await staffSocket()
    expect(await visitor.push('chat-presence')).toEqual({ staffPresent: true })
    staff.close()
    await visitor.push('chat-presence', ({ staffPresent }) => !staffPresent)
    const { conversationId } = await visitor.say('nobody?')
    expect((await sync(visitor)).canBeReached).toBe(false)
    for (const email of ['x', 'a b@c.de']) {
      expect(await visitor.send(events.leaveEmail, { email })).toMatchObject({ ok: false, error: { field: 'email' } })
    }
    expect(await visitor.send(events.leaveEmail, { email: ' ann@example.test ' })).toEqual({
      ok: true,
      canBeReached: true,
    })
    expect((await inboxOf(conversationId)).visitor.email).toBe('ann@example.test')
    await visitor.send(events.leaveEmail, { email: '' })
    expect((await inboxOf(conversationId)).visitor.email).toBeUndefined()
  })
})

describe('rights', () => {
  it('that are revoked silence an open socket within a second', async () => {
    const admin = await app.person(['admin'])
    const clerk = await app.person(['support'])
    const [socket, visitor] = [await connect(clerk.cookie), await connect()]
    const { conversationId } = await visitor.say('before')
    await socket.push('chat-message')
    await admin.call(editUser, { params: { userId: clerk.userId }, body: { role: ['customer'] } })
    const answer = await socket
      .send(events.sendMessage, { message: 'still here?', conversationId })
      .catch(() => undefined)
    expect(answer?.ok).not.toBe(true)
    await expect.poll(() => socket.socket.connected).toBe(false)
    await visitor.say('after')
    expect(socket.heard()).toEqual(['before'])
    const again = await connect(clerk.cookie)
    expect(await again.send(events.syncConversation, { conversationId })).toMatchObject({ ok: false })
  })

  it('of a role that changes, and an account that ends, count at once too', async () => {
    const admin = await app.person(['admin'])
    const role = `answering ${Date.now()}`
    await app.database.pool.query('insert into roles (name, permissions) values ($1, $2)', [role, ['liveChatAdmin']])
    const [one, other] = [await app.person([role]), await app.person(['support'])]
    const sockets = [await connect(one.cookie), await connect(other.cookie)]
    await admin.call(changeRole, { params: { roleName: role }, body: { permissions: [] } })
    await admin.call(setUserActive, { params: { userId: other.userId }, body: { active: false } })
    for (const { socket } of sockets) await expect.poll(() => socket.connected).toBe(false)
  })

  it.each(['polling', 'websocket'] as const)('a page of another site can’t open a socket, by %s', async (transport) => {
    for (const foreign of foreignOrigins(origin)) {
      const attempt = connect(support.cookie, { transports: [transport], extraHeaders: { origin: foreign } })
      await expect(attempt, foreign).rejects.toThrow(/websocket error|xhr poll error/)
    }
  })

  it('an event that is not declared is refused', async () => {
    const visitor = await connect()
    const answer = await visitor.socket.timeout(5000).emitWithAck('chat-takeover', { all: true })
    expect(answer).toEqual({
      ok: false,
      error: { code: 'not-found', message: 'There is no such event.', requestId: expect.any(String) },
    })
  })

  it('frames above 64 kB end the connection', async () => {
    const visitor = await connect()
    visitor.socket.emit('chat-message', { message: 'x'.repeat(70_000) })
    await expect.poll(() => visitor.socket.connected).toBe(false)
  })
})

describe('limits', () => {
  it('hold for each visitor and for their network, with a sentence to show', async () => {
    const strict = await openTestApp({ LIMIT_CHAT_MESSAGES: '3', LIMIT_CHAT_CONNECTIONS: '2' })
    const address = await strict.http.listen({ host: '127.0.0.1', port: 0 })
    const visitor = await openChatClient(address)
    for (const n of [1, 2, 3]) await visitor.say(`${n}`)
    expect(await visitor.send(events.sendMessage, { message: '4' })).toMatchObject({
      ok: false,
      error: {
        code: 'too-many-requests',
        message: expect.stringMatching(/^You write faster than we can read: wait \d+ s, then send it again\.$/),
        retryAfterSeconds: expect.any(Number),
      },
    })
    const many = await Promise.all(Array.from({ length: 300 }, () => visitor.send(events.sayTyping, {})))
    expect(many.filter(({ ok }) => ok).length).toBeLessThan(201)
    expect(many.at(-1)).toMatchObject({ error: { code: 'too-many-requests', retryAfterSeconds: expect.any(Number) } })
    const second = await openChatClient(address)
    await expect(openChatClient(address)).rejects.toThrow('websocket error')
    const answer = await fetch(`${address}/socket.io/?EIO=4&transport=polling`)
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('Too many connections')])
    visitor.close()
    await expect.poll(() => openChatClient(address).then((client) => client.close())).toBeUndefined()
    second.close()
    await strict.end()
  })
})

describe('the inbox', () => {
  it('is sorted by who waits, and each view holds its own', async () => {
    const own = await openTestApp()
    const address = await own.http.listen({ host: '127.0.0.1', port: 0 })
    const [sue, tom] = [
      await own.person(['support'], { fullName: 'Sue' }),
      await own.person(['support'], { fullName: 'Tom' }),
    ]
    const ids: string[] = []
    for (const n of [1, 2, 3]) ids.push((await (await openChatClient(address)).say(`word${n} here`)).conversationId)
    const list = async (caller: Caller, query: Record<string, string> = {}) => {
      const { result, pagination, waiting } = (await caller.call(chat.listConversations, { query })).body
      expect(pagination.totalCount).toBe(result.length)
      return { ids: result.map(({ _id }) => _id), waiting }
    }
    expect(await list(sue)).toEqual({ ids, waiting: { unassigned: 3, mine: 0, all: 3 } })
    await sue.call(chat.takeConversation, { params: { conversationId: ids[1]! }, body: { taken: true } })
    await tom.call(chat.closeConversation, { params: { conversationId: ids[2]! }, body: { closed: true } })
    const answering = await openChatClient(address, sue.cookie)
    await answering.say('answer', { conversationId: ids[0]! })
    expect(await list(sue)).toEqual({ ids: [ids[1], ids[0]], waiting: { unassigned: 0, mine: 1, all: 1 } })
    // The first answer takes an unassigned conversation.
    expect((await list(sue, { view: 'mine' })).ids).toEqual([ids[1], ids[0]])
    expect((await list(tom, { view: 'mine' })).ids).toEqual([])
    expect((await list(tom, { view: 'unassigned' })).ids).toEqual([])
    expect((await list(tom, { view: 'closed' })).ids).toEqual([ids[2]])
    expect((await list(tom, { keywords: 'WORD1 her' })).ids).toEqual([ids[0]])
    expect((await list(tom, { keywords: 'word1 word2' })).ids).toEqual([])
    expect((await list(tom, { keywords: 'anonym' })).ids).toHaveLength(2)
    expect((await list(tom, { keywords: '!!' })).ids).toEqual([])
    await own.end()
  })

  it('shows who has taken a conversation; taking it over has to name them', async () => {
    const [sue, tom] = [await app.person(['support'], { fullName: 'Sue' }), await app.person(['support'])]
    const watching = await connect(tom.cookie)
    const params = { conversationId: (await (await connect()).say('x')).conversationId }
    const take = (caller: Caller, body: { taken: boolean; from?: string }) =>
      caller.call(chat.takeConversation, { params, body })
    expect((await take(sue, { taken: true })).body.result.takenBy).toEqual({ _id: sue.userId, fullName: 'Sue' })
    await watching.push('chat-conversation', ({ conversationId }) => conversationId === params.conversationId)
    const refused = await take(tom, { taken: true })
    expect([refused.status, refused.refusal.error.message]).toEqual([409, 'Sue has taken this conversation.'])
    expect((await take(tom, { taken: false })).status).toBe(409)
    expect((await take(tom, { taken: true, from: sue.userId })).body.result.takenBy?._id).toBe(tom.userId)
    expect((await take(sue, { taken: true, from: sue.userId })).status).toBe(409)
    expect((await take(tom, { taken: false })).body.result.takenBy).toBeUndefined()
  })

  it('closes a conversation until its visitor writes again, for anybody to take', async () => {
    const visitor = await connect()
    const params = { conversationId: (await visitor.say('x')).conversationId }
    await support.call(chat.takeConversation, { params, body: { taken: true } })
    const { result } = (await support.call(chat.closeConversation, { params, body: { closed: true } })).body
    expect(result).toMatchObject({ isClosed: true })
    expect(result.waitingSince).toBeUndefined()
    const closing = await visitor.push('chat-message')
    expect(closing).toMatchObject({ from: 'product', message: 'This conversation was closed. Write again to open it.' })
    await support.call(chat.closeConversation, { params, body: { closed: true } })
    await visitor.say('one more thing')
    expect(visitor.heard()).toHaveLength(1)
    const reopened = await inboxOf(params.conversationId)
    expect(reopened.isClosed).toBe(false)
    expect(reopened.takenBy).toBeUndefined()
    expect(reopened.waitingSince).toBeDefined()
  })

  it('tells nameless visitors apart, the same way each time, and finds them by it', async () => {
    const ids: string[] = []
    for (let n = 0; n < 2; n++) ids.push((await (await connect()).say('x')).conversationId)
    const names = async () => Promise.all(ids.map(async (id) => (await inboxOf(id)).visitor.name))
    const expected = ids.map((id) => `Visitor ${id.slice(-4)}`)
    expect(await names()).toEqual(expected)
    expect(await names()).toEqual(expected)
    const found = await support.call(chat.listConversations, { query: { keywords: expected[0] ?? '' } })
    expect(found.body.result.map(({ _id }) => _id)).toContain(ids[0])
    expect(found.body.result.map(({ _id }) => _id)).not.toContain(ids[1])
  })

  it('shows the page, the browser and who is connected', async () => {
    const visitor = await connect(undefined, { extraHeaders: { 'user-agent': 'Testing/1' } })
    const { conversationId } = await visitor.say('x', { page: '/page/bugs/list' })
    expect(await inboxOf(conversationId)).toMatchObject({
      page: '/page/bugs/list',
      userAgent: 'Testing/1',
      visitor: { isConnected: true },
    })
    visitor.close()
    await expect.poll(async () => (await inboxOf(conversationId)).visitor.isConnected).toBe(false)
  })

  it('blocks a visitor, who is told so and can’t begin anew from the same network', async () => {
    const own = await openTestApp()
    const address = await own.http.listen({ host: '127.0.0.1', port: 0 })
    const clerk = await own.person(['support'])
    const visitor = await openChatClient(address)
    const params = { conversationId: (await visitor.say('spam')).conversationId }
    await clerk.call(chat.blockVisitor, { params, body: { blocked: true } })
    const message = 'You can’t write here any more.'
    const refusal = { ok: false, error: { code: 'forbidden', message, requestId: expect.any(String) } }
    expect(await visitor.send(events.sendMessage, { message: 'more' })).toEqual(refusal)
    expect(await (await openChatClient(address)).send(events.sendMessage, { message: 'more' })).toEqual(refusal)
    expect((await sync(visitor)).isBlocked).toBe(true)
    const member = await own.person(['customer'])
    expect((await (await openChatClient(address, member.cookie)).say('I am signed in')).seq).toBe(1)
    await clerk.call(chat.blockVisitor, { params, body: { blocked: false } })
    expect((await visitor.say('sorry')).seq).toBe(2)
    await own.end()
  })

  it('deletes a conversation with its words: nowhere in the database, gone from open boxes', async () => {
    const [visitor, staff] = [await connect(), await staffSocket()]
    const { conversationId } = await visitor.say('xylophone zebra')
    await staff.push('chat-message', (line) => line.conversationId === conversationId)
    expect((await support.call(chat.deleteConversation, { params: { conversationId } })).status).toBe(200)
    for (const client of [visitor, staff]) {
      expect(await client.push('chat-conversation', ({ isDeleted }) => isDeleted)).toMatchObject({ conversationId })
    }
    expect((await sync(visitor)).lines).toEqual([])
    const { rows: tables } = await app.database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    for (const { name } of tables) {
      const { rows } = await app.database.pool.query(`select 1 from ${name} t where t::text ilike '%xylophone%'`)
      expect(rows, name).toEqual([])
    }
    const fresh = await visitor.say('a new beginning')
    expect(fresh.conversationId).not.toBe(conversationId)
    expect(fresh.seq).toBe(1)
  })

  it('keeps conversations for as long as the operator says', async () => {
    const old = (await (await connect()).say('old')).conversationId
    const recent = (await (await connect()).say('recent')).conversationId
    await app.database.pool.query(`update conversations set last_line_on = now() - interval '31 days' where id = $1`, [
      old,
    ])
    expect(await deleteOldConversations(app.inTx, 30)).toBe(1)
    expect((await support.call(chat.viewConversation, { params: { conversationId: old } })).status).toBe(404)
    expect((await inboxOf(recent))._id).toBe(recent)
  })

  it('keeps canned answers, A to Z', async () => {
    const create = (title: string) => support.call(chat.createAnswer, { body: { title, message: `${title}!` } })
    const [later, first] = [(await create('Later')).body.result, (await create('an early one')).body.result]
    const titles = async () => (await support.call(chat.listAnswers, {})).body.result.map(({ title }) => title)
    expect(await titles()).toEqual(['an early one', 'Later'])
    const params = { answerId: first._id }
    await support.call(chat.editAnswer, { params, body: { title: 'Zuletzt', message: 'm' } })
    expect(await titles()).toEqual(['Later', 'Zuletzt'])
    await support.call(chat.deleteAnswer, { params: { answerId: later._id } })
    expect(await titles()).toEqual(['Zuletzt'])
    expect((await support.call(chat.deleteAnswer, { params: { answerId: later._id } })).status).toBe(404)
  })
})

describe('a chat that becomes a bug', () => {
  const texts = { title: 'It breaks', description: 'd', stepsToReproduce: 's' }
  const report = (conversationId: string, headers: Record<string, string> = {}) =>
    support.call(chat.reportFromConversation, { params: { conversationId }, body: texts, headers })

  it('is reported by the visitor’s account, links both ways, and says so', async () => {
    const person = await app.person(['customer'], { fullName: 'Ann Account' })
    const visitor = await connect(person.cookie)
    const { conversationId } = await visitor.say('it breaks')
    const { result } = (await report(conversationId)).body
    expect(result.createdBy).toEqual({ _id: person.userId, fullName: 'Ann Account' })
    const line = await visitor.push('chat-message')
    expect(line).toMatchObject({ sender: 'Mothlight', from: 'product', own: false })
    expect(line.message).toBe(`This was reported as bug ${result.key}: “It breaks”.`)
    expect((await inboxOf(conversationId)).bugs).toEqual([
      {
        _id: result._id,
        key: expect.stringMatching(/^BUG-\d+$/),
        product: expect.objectContaining({ key: 'BUG' }),
        title: 'It breaks',
        isClosed: false,
      },
    ])
    const linked = (await support.call(chat.listConversationsOfBug, { params: { bugId: result._id } })).body.result
    expect(linked).toMatchObject([{ _id: conversationId, visitorName: 'Ann Account' }])
    // Whoever entered it is no second reporter.
    const [entered] = (await support.call(listTimeline, { params: { bugId: result._id } })).body.result
    expect(entered).toMatchObject({
      kind: 'reported',
      by: { _id: support.userId },
      reporter: { _id: person.userId, fullName: 'Ann Account' },
    })
    const seenByVisitor = (await person.call(viewBug, { params: { bugId: result._id } })).body.result
    expect(seenByVisitor.abilities.editMy).toBe(true)
  })

  it('is reported by who left an address, as the same person each time, who is no account', async () => {
    const account = await app.person(['customer'])
    const reporters: string[] = []
    for (const name of ['Bea', 'Bea again']) {
      const visitor = await connect()
      await visitor.send(events.setName, name)
      const { conversationId } = await visitor.say('x')
      await visitor.send(events.leaveEmail, { email: account.email.toUpperCase() })
      const { createdBy } = (await report(conversationId)).body.result
      expect(createdBy.fullName).toBe('Bea')
      reporters.push(createdBy._id)
    }
    expect(new Set(reporters).size).toBe(1)
    expect(reporters).not.toContain(account.userId)
  })

  it('is reported by who makes it when the visitor can’t be named; the same key makes one', async () => {
    const { conversationId } = await (await connect()).say('x')
    const headers = { 'idempotency-key': 'k1' }
    const [one, same] = [await report(conversationId, headers), await report(conversationId, headers)]
    expect(one.body.result.createdBy._id).toBe(support.userId)
    const [entry] = (await support.call(listTimeline, { params: { bugId: one.body.result._id } })).body.result
    expect(entry).not.toHaveProperty('reporter')
    expect(same.body.result._id).toBe(one.body.result._id)
    expect((await inboxOf(conversationId)).bugs).toHaveLength(1)
  })

  it('tells its visitor when the bug is closed and when it is opened again', async () => {
    const staff = await app.person(['staff'])
    const [visitor, stranger] = [await connect(), await connect()]
    const unrelated = await stranger.say('unrelated')
    const { conversationId } = await visitor.say('x')
    const { _id: bugId, key } = (await report(conversationId)).body.result
    await staff.call(closeBug, { params: { bugId }, body: { closed: true } })
    await visitor.push('chat-message', ({ message }) => message === `Bug ${key}, “It breaks”, has been closed.`)
    await staff.call(closeBug, { params: { bugId }, body: { closed: true } })
    await staff.call(closeBug, { params: { bugId }, body: { closed: false } })
    await visitor.push('chat-message', ({ message }) => message.endsWith('has been opened again.'))
    // Whatever else either was told comes before what is said once all of that is done.
    await app.relay.settled()
    const desk = await staffSocket()
    for (const to of [conversationId, unrelated.conversationId]) await desk.say('the end', { conversationId: to })
    await Promise.all(
      [visitor, stranger].map((one) => one.push('chat-message', ({ message }) => message === 'the end')),
    )
    expect(visitor.heard()).toEqual([
      `This was reported as bug ${key}: “It breaks”.`,
      `Bug ${key}, “It breaks”, has been closed.`,
      `Bug ${key}, “It breaks”, has been opened again.`,
      'the end',
    ])
    expect(stranger.heard()).toEqual(['the end'])
    visitor.close()
    expect((await support.call(chat.listMessages, { params: { conversationId } })).body.result).toHaveLength(5)
  })
})

describe('two processes on one database', () => {
  it('carry messages, beginnings, deletions and lost rights to one another', async () => {
    const other = await openApp(app.config, openLog('silent'), app.database)
    const elsewhere = await other.http.listen({ host: '127.0.0.1', port: 0 })
    const cookie = await newVisitorCookie(origin)
    const clerk = await app.person(['support'])
    const [tab, tabElsewhere] = [await connect(cookie), await openChatClient(elsewhere, cookie)]
    const [stranger, staffElsewhere] = [await openChatClient(elsewhere), await openChatClient(elsewhere, clerk.cookie)]
    open.push(tabElsewhere, stranger, staffElsewhere)

    const { conversationId } = await tab.say('from here', { clientId: 'c' })
    expect(await tabElsewhere.push('chat-message')).toMatchObject({ message: 'from here', own: true, clientId: 'c' })
    await staffElsewhere.push('chat-message', ({ message }) => message === 'from here')
    await staffElsewhere.say('from there', { conversationId })
    expect(await tab.push('chat-message')).toMatchObject({ message: 'from there', seq: 2 })
    await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? tab.say(`${n}`) : tabElsewhere.say(`${n}`))))
    expect((await sync(tab)).lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 42 }, (_, n) => n + 1))
    await expect.poll(() => [tab, tabElsewhere].map((client) => client.heard().length)).toEqual([21, 22])

    await support.call(chat.deleteConversation, { params: { conversationId } })
    await tabElsewhere.push('chat-conversation', ({ isDeleted }) => isDeleted)
    await app.inTx((tx) => tx.deleteFrom('sessions').where('user_id', '=', clerk.userId).execute())
    const admin = await app.person(['admin'])
    await admin.call(setUserActive, { params: { userId: clerk.userId }, body: { active: false } })
    await expect.poll(() => staffElsewhere.socket.connected).toBe(false)
    expect(stranger.received.filter(({ name }) => name !== 'chat-presence')).toEqual([])
    await other.close()
  })
})

describe('the list of events', () => {
  it('holds no word of any message', async () => {
    await (await connect()).say('quixotic')
    const { rows } = await app.database.pool.query(`select 1 from events where payload::text ilike '%quixotic%'`)
    expect(rows).toEqual([])
  })
})
