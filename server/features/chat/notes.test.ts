import { type ChatClient, newVisitorCookie, openChatClient } from '#testing/chat-client.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import {
  addNote,
  deleteConversation,
  listConversations,
  listMessages,
  listNotes,
  reportFromConversation,
  viewConversation,
} from '#shared/chat/contract.ts'
import * as events from '#shared/chat/socket-events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let origin: string
let sam: Person
/** Answers visitors, and sees no notes. */
let temp: Person
const open: ChatClient[] = []
beforeAll(async () => {
  app = await openTestApp({ LIMIT_CHAT_CONVERSATIONS: '1000', LIMIT_CHAT_CONNECTIONS: '1000' })
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  await app.database.pool.query(
    `insert into roles (name, permissions) values ('answering', '{canViewData,liveChatAdmin}')`,
  )
  sam = await app.person(['support'], { fullName: 'Sam Support' })
  temp = await app.person(['answering'])
})
afterAll(async () => {
  open.forEach((client) => client.close())
  await app?.end()
})

async function connect(cookie?: string): Promise<ChatClient> {
  const client = await openChatClient(origin, cookie)
  open.push(client)
  return client
}

const note = (conversationId: string, message: string, by = sam) =>
  by.call(addNote, { params: { conversationId }, body: { message } })
const notesOf = async (conversationId: string, by = sam) =>
  (await by.call(listNotes, { params: { conversationId } })).body.result

describe('a note on a conversation', () => {
  it('is read by who answers visitors and sees internal comments, in the order in which notes were written', async () => {
    const { conversationId } = await (await connect()).say('Hello')
    await note(conversationId, 'first')
    await note(conversationId, 'second', await app.person(['admin'], { fullName: 'Ada Admin' }))
    expect(await notesOf(conversationId)).toMatchObject([
      { message: 'first', by: { fullName: 'Sam Support' } },
      { message: 'second', by: { fullName: 'Ada Admin' } },
    ])
    for (const [other, status] of [
      [temp, 404],
      [await app.person(['staff']), 403],
      [await app.person(['customer']), 403],
    ] as const) {
      expect((await note(conversationId, 'x', other)).status).toBe(status)
      expect((await other.call(listNotes, { params: { conversationId } })).status).toBe(status)
    }
    const unknown = 'f'.repeat(24)
    expect([(await note(unknown, 'x')).status, (await note('nonsense', 'x')).status]).toEqual([404, 404])
  })

  it('is pushed to those alone, and is no answer', async () => {
    const visitor = await connect()
    const { conversationId } = await visitor.say('Is anybody there?')
    const [inside, outside] = [await connect(sam.cookie), await connect(temp.cookie)]
    const view = async () => (await sam.call(viewConversation, { params: { conversationId } })).body.result
    const sync = () => visitor.send(events.syncConversation, {})
    const [before, told] = [await view(), await sync()]
    await note(conversationId, 'confabulation')
    await inside.push('chat-notes', (data) => data.conversationId === conversationId)
    expect([await view(), await sync()]).toEqual([before, told])
    // Whatever would have been pushed comes before this.
    await inside.send(events.sendMessage, { conversationId, message: 'Yes!' })
    for (const client of [visitor, outside]) {
      await client.push('chat-message', ({ message }) => message === 'Yes!')
      expect(client.received.map(({ name }) => name)).not.toContain('chat-notes')
      expect(JSON.stringify(client.received)).not.toContain('confabulation')
    }
    const lines = await sam.call(listMessages, { params: { conversationId } })
    expect(lines.body.result.map(({ message }) => message)).toEqual(['Is anybody there?', 'Yes!'])
  })

  it('is found by its words in the inbox and among bugs, by who reads it', async () => {
    const { conversationId } = await (await connect()).say('Broken')
    const texts = { title: 'Broken', description: 'd', stepsToReproduce: 's' }
    const { _id: bugId } = (await sam.call(reportFromConversation, { params: { conversationId }, body: texts })).body
      .result
    await note(conversationId, 'A pettifogger, as ever')
    const inbox = async (by: Person) =>
      (await by.call(listConversations, { query: { keywords: 'pettifog' } })).body.result.map(({ _id }) => _id)
    const bugs = async (by: Person) =>
      (await by.call(listBugs, { query: { keywords: 'pettifogger' } })).body.result.map(({ _id, matches }) => [
        _id,
        matches,
      ])
    expect([await inbox(sam), await inbox(temp)]).toEqual([[conversationId], []])
    expect(await bugs(sam)).toEqual([
      [bugId, [{ field: 'chat', text: 'A pettifogger, as ever', marks: [[2, 13]], isInternal: true }]],
    ])
    for (const other of [temp, await app.person(['staff'])]) expect(await bugs(other)).toEqual([])
  })

  it('that is sent again is stored once, and goes with its conversation', async () => {
    const { conversationId } = await (await connect()).say('Hello')
    const send = (message: string) =>
      sam.call(addNote, { params: { conversationId }, body: { message }, headers: { 'idempotency-key': 'one note' } })
    expect((await send('once')).body).toEqual((await send('once')).body)
    expect((await send('other')).status).toBe(409)
    expect(await notesOf(conversationId)).toHaveLength(1)
    await sam.call(deleteConversation, { params: { conversationId } })
    const { rows } = await app.database.pool.query('select from chat_notes where conversation_id = $1', [
      conversationId,
    ])
    expect(rows).toHaveLength(0)
  })

  it('moves with the conversation to the account that its visitor signs in to', async () => {
    const cookie = await newVisitorCookie(origin)
    const anonymous = await connect(cookie)
    const { conversationId } = await anonymous.say('Before the login')
    await note(conversationId, 'kept')
    const visitor = await app.person(['customer'])
    const before = await (await connect(visitor.cookie)).say('From elsewhere')
    const signedIn = await connect(`${cookie}; ${visitor.cookie}`)
    await signedIn.say('After the login')
    await expect
      .poll(async () => (await notesOf(before.conversationId)).map(({ message }) => message))
      .toEqual(['kept'])
  })
})
