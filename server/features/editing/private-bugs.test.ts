import { verifyHistory } from '#server/features/history/public.ts'
import { listAttachments } from '#shared/attachments/contract.ts'
import {
  addReader,
  assignBug,
  closeBug,
  listBugs,
  removeReader,
  reportBug,
  setBugFields,
  viewBug,
} from '#shared/bugs/contract.ts'
import { listMessages, reportFromConversation, viewConversation } from '#shared/chat/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { followBug, listNotifications } from '#shared/following/contract.ts'
import { listTimeline, undoChange, viewBugAsOf } from '#shared/history/contract.ts'
import { lookAt } from '#shared/live/socket-events.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { addProductMember, createProduct, removeProductMember } from '#shared/products/contract.ts'
import { findSimilar } from '#shared/similar/contract.ts'
import { type ChatClient, openChatClient } from '#testing/chat-client.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

const texts = { title: 'Zanzibar leaks', description: 'The quokka says so.', stepsToReproduce: 'Look.' }

let app: TestApp
let origin: string
let staff: Person
let admin: Person
const open: ChatClient[] = []
beforeAll(async () => {
  app = await openTestApp({ LIMIT_SIMILAR: '1000000', LIMIT_CHAT_CONNECTIONS: '1000' })
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  staff = await app.person(['staff'], { fullName: 'Stan Staff' })
  admin = await app.person(['admin'])
})
afterAll(async () => {
  open.forEach((client) => client.close())
  await app?.end()
})

async function reported(isPrivate: boolean, by?: Person): Promise<{ bugId: string; reporter: Person }> {
  const reporter = by ?? (await app.person(['customer']))
  const { status, body } = await reporter.call(reportBug, { body: { ...texts, isPrivate } })
  expect([status, body.result.isPrivate]).toEqual([200, isPrivate])
  return { bugId: body.result._id, reporter }
}

const sees = async (caller: Caller, bugId: string) => {
  const viewed = (await caller.call(viewBug, { params: { bugId } })).status === 200
  const listed = (await caller.call(listBugs, { query: { pageSize: '100' } })).body.result.some(
    ({ _id }) => _id === bugId,
  )
  const found = (await caller.call(listBugs, { query: { keywords: 'zanzibar', pageSize: '100' } })).body.result.some(
    ({ _id }) => _id === bugId,
  )
  expect([listed, found]).toEqual([viewed, viewed])
  return viewed
}

describe('a private bug', () => {
  it('is seen by its reporter, its assignee, who was let in, and who may see all of them', async () => {
    const { bugId, reporter } = await reported(true)
    const [reader, other] = [await app.person(['customer']), await app.person(['customer'])]
    expect([await sees(reporter, bugId), await sees(admin, bugId)]).toEqual([true, true])
    expect([await sees(staff, bugId), await sees(reader, bugId)]).toEqual([false, false])

    const params = { bugId }
    const let1 = await reporter.call(addReader, { params, body: { userId: reader.userId } })
    expect(let1.body.result.readers.map(({ _id }) => _id)).toEqual([reader.userId])
    expect((await reader.call(viewBug, { params })).body.result.isFollowing).toBe(true)
    await admin.call(assignBug, { params, query: {}, body: { userId: staff.userId } })
    expect([await sees(reader, bugId), await sees(staff, bugId), await sees(other, bugId)]).toEqual([true, true, false])

    // Who gives it away still reads what became of it, once.
    const given = await staff.call(assignBug, { params, query: {}, body: { userId: null } })
    expect([given.status, await sees(staff, bugId)]).toEqual([200, false])
    await reporter.call(removeReader, { params: { bugId, userId: reader.userId } })
    expect(await sees(reader, bugId)).toBe(false)
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
  })

  it('is made by who classifies, who still sees it then, and is undone', async () => {
    const { bugId, reporter } = await reported(false)
    const params = { bugId }
    const made = await staff.call(setBugFields, { params, query: {}, body: { isPrivate: true } })
    expect(made.body.result).toMatchObject({ isPrivate: true, readers: [{ _id: staff.userId }] })
    expect([await sees(staff, bugId), await sees(await app.person(['staff']), bugId)]).toEqual([true, false])
    const { result } = (await reporter.call(listTimeline, { params, query: {} })).body
    const entry = result.find(({ kind }) => kind === 'fields-changed')
    expect(entry?.changes).toEqual([{ field: 'isPrivate', to: { text: 'yes' }, isApart: false }])
    const entryId = entry?._id ?? ''
    expect((await reporter.call(viewBugAsOf, { params: { bugId, entryId } })).body.result.isPrivate).toBe(true)
    const undone = await staff.call(undoChange, { params: { bugId, entryId } })
    expect(undone.body.result).toMatchObject({ isPrivate: false, readers: [] })
    expect(await sees(await app.person(['staff']), bugId)).toBe(true)
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
  })

  it('is made private, and people are let in, by nobody else', async () => {
    const { bugId } = await reported(false)
    const other = await app.person(['customer'])
    const params = { bugId }
    expect((await other.call(setBugFields, { params, query: {}, body: { isPrivate: true } })).status).toBe(403)
    expect((await other.call(addReader, { params, body: { userId: other.userId } })).status).toBe(403)
    expect((await other.call(removeReader, { params: { bugId, userId: other.userId } })).status).toBe(403)
    const nobody = await staff.call(addReader, { params, body: { userId: 'f'.repeat(24) } })
    expect([nobody.status, nobody.refusal.error.field]).toEqual([400, 'userId'])
    await app.database.pool.query(`insert into roles (name, permissions) values ('viewer', '{canViewData}')`)
    const viewer = await app.person(['viewer'])
    expect((await viewer.call(reportBug, { body: { ...texts, isPrivate: true } })).status).toBe(403)
  })

  it('gives no news, no suggestion and no link to who may not see it', async () => {
    const { bugId } = await reported(false)
    const follower = await app.person(['customer'], { fullName: 'Fay Follower' })
    const params = { bugId }
    await follower.call(followBug, { params, body: { following: true } })
    const similar = async (caller: Caller) =>
      (await caller.call(findSimilar, { body: { title: texts.title } })).body.result.map(({ _id }) => _id)
    await expect.poll(() => similar(follower)).toContain(bugId)
    const original = (await reported(false)).bugId
    await staff.call(mergeBug, { params: { bugId: original }, body: { into: bugId } })
    await admin.call(setBugFields, { params, query: {}, body: { isPrivate: true } })
    await admin.call(addComment, { params, body: { message: 'Told to @Fay Follower' } })

    await app.notified()
    expect((await follower.call(listNotifications, { query: {} })).body).toEqual({ result: [], total: 0 })
    expect(await similar(follower)).not.toContain(bugId)
    expect(await similar(admin)).toContain(bugId)
    const linked = (await follower.call(viewBug, { params: { bugId: original } })).body.result
    expect(linked).toMatchObject({ isMerged: true, hasHiddenOriginal: true })
    expect(linked.duplicateOf).toBeUndefined()
    const told = (await follower.call(listTimeline, { params: { bugId: original }, query: {} })).body
    expect(JSON.stringify([linked, told])).not.toContain(bugId)
    expect(JSON.stringify(told)).toContain('a bug you can’t see')
  })

  it('leaves the live pages of who may not see it any more, and its list is read again without its id', async () => {
    const { bugId, reporter } = await reported(false)
    const clients = await Promise.all(
      [reporter, staff, staff].map(async ({ cookie }) => {
        const client = await openChatClient(origin, cookie)
        open.push(client)
        return client
      }),
    )
    const [own, page, list] = clients as [ChatClient, ChatClient, ChatClient]
    await app.relay.settled()
    expect(await own.send(lookAt, { bugId })).toMatchObject({ ok: true })
    expect(await page.send(lookAt, { bugId })).toMatchObject({ ok: true })
    expect(await list.send(lookAt, { isList: true })).toMatchObject({ ok: true })
    await admin.call(setBugFields, { params: { bugId }, query: {}, body: { isPrivate: true } })
    // It is told once, and reads then that it is not there.
    await page.push('bug-changed')
    expect(await list.push('bugs-changed', ({ isMore }) => isMore)).toEqual({ bugIds: [], isMore: true })
    await own.push('bug-viewers', ({ viewers }) => viewers.length === 0)
    await admin.call(closeBug, { params: { bugId }, query: {}, body: { closed: true } })
    await expect.poll(() => own.received.filter(({ name }) => name === 'bug-changed').length).toBe(2)
    await app.relay.settled()
    expect(page.received.filter(({ name }) => name === 'bug-changed')).toHaveLength(1)
    expect(JSON.stringify(list.received)).not.toContain(bugId)
    expect(await page.send(lookAt, { bugId })).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  it('is not spoken of in the chat, to its visitor or to staff who may not see it', async () => {
    const support = await app.person(['support'])
    const visitor = await openChatClient(origin)
    open.push(visitor)
    const { conversationId } = await visitor.say('It leaks')
    const reply = await support.call(reportFromConversation, { params: { conversationId }, body: texts })
    const bugId = reply.body.result._id
    await visitor.push('chat-message', ({ message }) => message.includes(texts.title))
    const inbox = async () => (await support.call(viewConversation, { params: { conversationId } })).body.result.bugs
    expect((await inbox()).map(({ _id }) => _id)).toEqual([bugId])
    await admin.call(assignBug, { params: { bugId }, query: {}, body: { userId: admin.userId } })
    await admin.call(setBugFields, { params: { bugId }, query: {}, body: { isPrivate: true } })
    await app.database.pool.query('update bugs set created_by = $2 where id = $1', [bugId, admin.userId])
    await admin.call(closeBug, { params: { bugId }, query: {}, body: { closed: true } })
    expect(await inbox()).toEqual([])
    const { result } = (await support.call(listMessages, { params: { conversationId } })).body
    expect(result.filter(({ message }) => /closed/.test(message))).toEqual([])
  })

  it('is asked for by is:private', async () => {
    const { bugId, reporter } = await reported(true)
    const found = async (caller: Caller) =>
      (await caller.call(listBugs, { query: { keywords: 'is:private', pageSize: '100' } })).body
    expect((await found(reporter)).result.map(({ _id }) => _id)).toEqual([bugId])
    expect((await found(staff)).pagination.totalCount).toBe((await found(staff)).result.length)
    expect((await found(admin)).result.map(({ _id }) => _id)).toContain(bugId)
    expect((await staff.call(listAttachments, { query: { ids: bugId } })).body.result).toEqual([])
  })
})

describe('a bug of a product that has members', () => {
  it('is there for them alone, and the pages of who is none any more are cut off at once', async () => {
    const body = { key: 'CAVE', name: 'Cave', isOpen: false }
    const productId = (await admin.call(createProduct, { body })).body.result._id
    const member = await app.person(['customer'])
    await admin.call(addProductMember, { params: { productId, userId: admin.userId } })
    await admin.call(addProductMember, { params: { productId, userId: member.userId } })
    const bugId = (await member.call(reportBug, { body: { ...texts, productId: 'CAVE' } })).body.result._id
    expect([await sees(member, bugId), await sees(admin, bugId), await sees(staff, bugId)]).toEqual([true, true, false])
    const client = await openChatClient(origin, member.cookie)
    open.push(client)
    expect(await client.send(lookAt, { bugId, isList: true })).toMatchObject({ ok: true })
    const cut = new Promise((resolve) => client.socket.once('disconnect', resolve))
    await admin.call(removeProductMember, { params: { productId, userId: member.userId } })
    await cut
    // Its reporter too: they are no member any more.
    expect(await sees(member, bugId)).toBe(false)
    const again = await openChatClient(origin, member.cookie)
    open.push(again)
    expect(await again.send(lookAt, { bugId })).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})
