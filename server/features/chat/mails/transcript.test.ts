import * as chat from '#shared/chat/contract.ts'
import * as events from '#shared/chat/socket-events.ts'
import { setBugStatus } from '#shared/bugs/contract.ts'
import { confirmChatMail, hearLess } from '#shared/mail/contract.ts'
import { viewReport } from '#shared/reporter-links/contract.ts'
import { type ChatClient, openChatClient } from '#testing/chat-client.ts'
import { tokenIn } from '#testing/rights/guests.ts'
import { type MailServer, startMailServer } from '#testing/mail-server.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let server: MailServer
let app: TestApp
let origin: string
let support: Caller & { userId: string }
let staff: ChatClient
const open: ChatClient[] = []

beforeAll(async () => {
  server = await startMailServer()
  app = await openTestApp({ ...server.settings, LIMIT_CHAT_MESSAGES: '1000', LIMIT_CHAT_CONVERSATIONS: '1000' })
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  support = await app.person(['support'], { fullName: 'Sue Port' })
  staff = await openChatClient(origin, support.cookie)
})
beforeEach(async () => {
  server.mails.length = 0
  for (const table of ['mails', 'conversations', 'ended_addresses']) await query(`delete from ${table}`)
})
afterAll(async () => {
  for (const client of [...open, staff]) client?.close()
  await app?.end()
  await server?.close()
})

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
const address = 'rosa@example.test'

/** A visitor with a conversation of three messages. */
async function visitor({ left, cookie }: { left?: string; cookie?: string | undefined } = {}) {
  const client = await openChatClient(origin, cookie)
  open.push(client)
  const { conversationId } = await client.say('My question')
  await staff.say('The <b>answer</b>', { conversationId })
  await client.say('Thank you')
  if (left) await client.send(events.leaveEmail, { email: left })
  return { client, conversationId }
}
const byStaff = (conversationId: string) => support.call(chat.sendTranscript, { params: { conversationId } })
const ask = (client: ChatClient) => client.send(events.askForTranscript, {})
async function mailed() {
  await app.runJob('send-mails')
  return server.mails.splice(0)
}

describe('a transcript', () => {
  it('asked for by a visitor with an account has everything that they see, at their confirmed address', async () => {
    const person = await app.person(['customer'], { fullName: 'Rosa' })
    await query('update users set email_confirmed_on = now() where id = $1', [person.userId])
    const { client, conversationId } = await visitor({ cookie: person.cookie })
    await support.call(chat.closeConversation, { params: { conversationId }, body: { closed: true } })
    expect(await ask(client)).toMatchObject({ ok: true })
    const [mail, ...more] = await mailed()
    expect([mail?.to, more]).toEqual([[person.email], []])
    expect(mail?.text).toContain(
      'Rosa wrote:\n\n> My question\n\nSue Port wrote:\n\n> The <b>answer</b>\n\nRosa wrote:\n\n> Thank you\n\nThis conversation was closed.',
    )
    expect(mail?.html).toContain('The &lt;b&gt;answer&lt;/b&gt;')
  })

  it('to a left address has only the team’s words, unless the team sends it, so that nobody mails strangers', async () => {
    const { client, conversationId } = await visitor({ left: address })
    await ask(client)
    const [mail] = await mailed()
    expect(mail?.to).toEqual([address])
    expect(mail?.text).toContain('> The <b>answer</b>')
    expect(mail?.text).not.toMatch(/My question|Thank you/)
    await query(`update mails set created_on = now() - interval '11 minutes'`)
    expect((await byStaff(conversationId)).status).toBe(200)
    expect((await mailed())[0]?.text).toContain('> My question')
    // Once its owner has confirmed it, they may have their own words.
    await query(`update mails set created_on = now() - interval '11 minutes'`)
    await query('update conversations set email_confirmed_on = now()')
    await ask(client)
    expect((await mailed())[0]?.text).toContain('> My question')
  })

  it('comes once in ten minutes, of a conversation and to a left address', async () => {
    const [one, other] = [await visitor({ left: address }), await visitor({ left: address.toUpperCase() })]
    expect((await byStaff(one.conversationId)).status).toBe(200)
    expect((await byStaff(one.conversationId)).status).toBe(429)
    expect((await byStaff(other.conversationId)).status).toBe(429)
    expect(await ask(other.client)).toMatchObject({ ok: false, error: { code: 'too-many-requests' } })
    expect(await mailed()).toHaveLength(1)
  })

  it('goes to no address where there is none, none to a blocked visitor, and none to one that ended its mails', async () => {
    const { client, conversationId } = await visitor()
    expect(await ask(client)).toMatchObject({ ok: false, error: { code: 'conflict' } })
    expect((await byStaff(conversationId)).status).toBe(409)
    await client.send(events.leaveEmail, { email: address })
    await ask(client)
    const [mail] = await mailed()
    const less = /less\?token=(chat\.[\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await app.stranger.call(hearLess, { body: { token: less } })).status).toBe(200)
    // Whoever leaves it again isn't told.
    await client.send(events.leaveEmail, { email: address })
    await query(`update mails set created_on = now() - interval '11 minutes'`)
    expect(await ask(client)).toMatchObject({ ok: true })
    expect(await mailed()).toEqual([])
    await support.call(chat.blockVisitor, { params: { conversationId }, body: { blocked: true } })
    expect((await byStaff(conversationId)).status).toBe(409)
  })
})

describe('a visitor whose conversation became a bug', () => {
  const texts = { title: 'From the chat', description: 'd', stepsToReproduce: 's' }

  it('gets the link to it by choice of the team, at the address that they left', async () => {
    const { conversationId } = await visitor({ left: address })
    const report = (body: object) =>
      support.call(chat.reportFromConversation, { params: { conversationId }, body: { ...texts, ...body } })
    await report({})
    expect(await mailed()).toEqual([])
    expect((await report({ sendsLink: true })).status).toBe(200)
    await app.runJob('send-mails')
    const token = tokenIn(server, address, 'report')
    const { result } = (await app.stranger.call(viewReport, { params: { token } })).body
    // Nobody has confirmed the address yet, so no news go there.
    expect(result).toMatchObject({ title: 'From the chat', isMailed: false })
  })

  it('hears what becomes of it by mail once they have confirmed the address, also of one that is made after that', async () => {
    const left = 'rudi@example.test'
    const { conversationId } = await visitor({ left })
    const staffOfBugs = await app.person(['staff'])
    const report = async (title: string) =>
      (await support.call(chat.reportFromConversation, { params: { conversationId }, body: { ...texts, title } })).body
        .result
    const first = await report('Made before')
    await staff.say('We look at it', { conversationId })
    await query(`update chat_lines set sent_on = sent_on - interval '11 minutes'`)
    await query('delete from open_pages')
    await app.runJob('put-answer-mails')
    const [question, ...more] = await mailed()
    expect([question?.to, more]).toEqual([[left], []])
    const token = /mail\/chat\?token=(\S+)/.exec(question?.text ?? '')?.[1] ?? ''
    for (let times = 0; times < 2; times++)
      expect((await app.stranger.call(confirmChatMail, { body: { token } })).status).toBe(200)
    expect((await mailed()).map(({ subject }) => subject).toSorted()).toEqual([
      'An answer from Mothlight',
      'Your report: Made before',
    ])
    const second = await report('Made after')
    expect((await mailed()).map(({ subject }) => subject)).toEqual(['Your report: Made after'])
    for (const { _id: bugId } of [first, second]) {
      const { status } = await staffOfBugs.call(setBugStatus, { params: { bugId }, body: { status: 'Resolved' } })
      expect(status).toBe(200)
    }
    await query(`update events set at = at - interval '3 minutes' where type = 'bug-status-changed'`)
    await app.runJob('put-reporter-mails')
    const closed = await mailed()
    expect(closed.map(({ subject }) => subject).toSorted()).toEqual([
      'Your report: Made after',
      'Your report: Made before',
    ])
    for (const { to, text } of closed) {
      expect(to).toEqual([left])
      expect(text).toContain('changed the status from Open to Resolved')
    }
  })

  it('gets none where there is no address for it, and no bug is made then', async () => {
    const { conversationId } = await visitor()
    const before = await query('select from bugs')
    const params = { conversationId }
    const answer = await support.call(chat.reportFromConversation, { params, body: { ...texts, sendsLink: true } })
    expect(answer.status).toBe(409)
    expect(await query('select from bugs')).toHaveLength(before.length)
  })
})
