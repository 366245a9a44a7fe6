import { recordEvent } from '#server/events/record-event.ts'
import * as events from '#shared/chat/socket-events.ts'
import { chatEvents } from '#shared/chat/socket-events.ts'
import { socketEvents } from '#shared/realtime/all-events.ts'
import { errorStatus } from '#shared/http/errors.ts'
import type { SocketEvent } from '#shared/realtime/socket-event.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatClient, openChatClient } from '#testing/chat-client.ts'
import { movesLater, settledContents, tableContents } from '#testing/table-contents.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'

const roles = ['stranger', 'customer', 'staff', 'support', 'admin'] as const
type Role = (typeof roles)[number]
/** The roles that answer visitors; all others have only their own conversation. */
const answering: readonly Role[] = ['support', 'admin']

const all = Object.entries(socketEvents) as [string, SocketEvent][]

/** A payload that each event accepts, for one conversation where it can name one. */
const payloads: Readonly<Record<string, (conversationId?: string) => unknown>> = {
  setName: () => 'Somebody',
  sendMessage: (conversationId) => ({ message: 'hello', conversationId }),
  syncConversation: (conversationId) => ({ conversationId }),
  markSeen: (conversationId) => ({ seq: 1, conversationId }),
  sayTyping: (conversationId) => ({ conversationId }),
  leaveEmail: () => ({ email: 'a@example.test' }),
  askForTranscript: () => ({}),
  lookAt: () => ({ bugId: 'f'.repeat(24) }),
}

let app: TestApp
let origin: string
const open: ChatClient[] = []
beforeAll(async () => {
  app = await openTestApp({ LIMIT_CHAT_MESSAGES: '1000000', LIMIT_CHAT_CONVERSATIONS: '1000000' })
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  open.forEach((client) => client.close())
  await app?.end()
})

async function connect(role: Role): Promise<ChatClient> {
  const client = await openChatClient(origin, role === 'stranger' ? undefined : (await app.person([role])).cookie)
  open.push(client)
  return client
}

const contents = () => settledContents(app)

describe('every socket event', () => {
  it('has a payload here', () => {
    expect(Object.keys(payloads).toSorted()).toEqual(all.map(([name]) => name).toSorted())
  })

  const chat = Object.entries(chatEvents) as [string, SocketEvent][]
  const cases = chat.flatMap(([name, event]) => roles.map((role) => [name, role, event] as const))

  it.each(cases)('%s by %s about somebody else’s conversation', async (name, role, event) => {
    const { conversationId } = await (await connect('stranger')).say('private words')
    const client = await connect(role)
    if (!answering.includes(role)) await client.say('my own')
    const before = await contents()
    const answer = await client.send(event, payloads[name]?.(conversationId) as never)
    const namesOne = JSON.stringify(payloads[name]?.('x')).includes('"x"')
    // Events without a conversation are about one's own, and staff have none. No mail is sent here.
    const isAllowed = namesOne
      ? answering.includes(role)
      : name !== 'askForTranscript' && (name !== 'leaveEmail' || !answering.includes(role))
    expect(answer.ok).toBe(isAllowed)
    if (!isAllowed) expect(await contents()).toBe(before)
    if (!answering.includes(role)) expect(JSON.stringify([answer, client.received])).not.toContain('private words')
  })

  const guarded = all.flatMap(([name, event]) => (event.access === 'public' ? [] : [[name, event] as const]))

  it.each(guarded)('%s is refused to who lacks its permission', async (name, event) => {
    await app.database.pool.query(
      `insert into roles (name, permissions) values ('nothing', '{}') on conflict do nothing`,
    )
    const nobody = await openChatClient(origin, (await app.person(['nothing'])).cookie)
    open.push(nobody)
    const answers = [await (await connect('stranger')).send(event, payloads[name]?.() as never)]
    answers.push(await nobody.send(event, payloads[name]?.() as never))
    expect(answers).toMatchObject([
      { ok: false, error: { code: 'not-signed-in' } },
      { ok: false, error: { code: 'forbidden' } },
    ])
  })

  it.each(all)('%s refuses any payload of the wrong shape, and changes nothing', async (name, event) => {
    const [visitor, staff] = [await connect('stranger'), await connect('admin')]
    await visitor.say('begun')
    const before = await contents()
    const fields = Object.keys((event.payload as unknown as { def: { shape?: object } }).def.shape ?? {})
    const wrong: unknown[] = [null, undefined, [], 0, true, [[]], '\u0000', '\ud800', 'x'.repeat(30_000)]
    for (const field of fields) {
      for (const value of [null, [], {}, -1, 1.5, 1e308, true, '\u0000', '\ud800', 'x'.repeat(30_000)]) {
        // True is a valid value for a boolean field.
        if (field.startsWith('is') && value === true) continue
        wrong.push({ ...(payloads[name]?.() as object), [field]: value })
      }
    }
    for (const payload of wrong) {
      for (const client of [visitor, staff]) {
        const answer = await client.send(event, payload as never)
        expect(answer.ok, `${name} took ${JSON.stringify(payload)?.slice(0, 100)}`).toBe(false)
        if (!answer.ok) expect(errorStatus[answer.error.code]).toBeLessThan(500)
      }
    }
    expect(await contents()).toBe(before)
  })

  it.each(all)('%s answers any generated payload without a defect', async (_name, event) => {
    const clients = [await connect('stranger'), await connect('support')]
    const fields = Object.keys((event.payload as unknown as { def: { shape?: object } }).def.shape ?? {})
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom("' or 1=1 --", '__proto__'),
    )
    const payload = fc.oneof(
      fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] }),
      value,
    )
    await fc.assert(
      fc.asyncProperty(payload, async (some) => {
        for (const client of clients) {
          const answer = await client.send(event, some as never)
          if (!answer.ok) expect(errorStatus[answer.error.code], JSON.stringify(answer.error)).toBeLessThan(500)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is refused to a session that has ended while its socket was open', async () => {
    const person = await app.person(['support'])
    const client = await openChatClient(origin, person.cookie)
    open.push(client)
    await app.database.pool.query('delete from sessions where user_id = $1', [person.userId])
    const contents = () => tableContents(app.database.pool, [...movesLater, 'events'])
    await app.notified()
    const before = await contents()
    await app.inTx((tx) =>
      recordEvent(tx, { type: 'user-sessions-ended', subjectId: person.userId, actorId: null, payload: { count: 1 } }),
    )
    // At once: a moment later the server has closed the socket.
    const answer = await client.send(events.sendMessage, { message: 'x' }).catch(() => ({ ok: false }))
    expect(answer.ok).toBe(false)
    expect(await contents()).toBe(before)
  })
})
