import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { classifyBug, closeBug, reportBug, setBugFields, setBugStatus } from '#shared/bugs/contract.ts'
import type { BugStatus } from '#shared/bugs/words.ts'
import { listMessages, reportFromConversation } from '#shared/chat/contract.ts'
import { listTimeline, undoChange } from '#shared/history/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let staff: Person
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['admin'])
})
afterAll(() => app?.end())

const texts = { title: 'Mine', description: 'Always', stepsToReproduce: 'Start it' }
async function aBug(title = 'Secret title') {
  const reporter = await app.person(['customer'])
  return (await reporter.call(reportBug, { body: { ...texts, title } })).body.result._id
}

/** Creates a bug from a visitor’s conversation. */
async function aTalk() {
  const visitor = await app.person(['customer'])
  const conversationId = newRecordId()
  await app.database.pool.query(
    `insert into conversations (id, user_id, visitor_name, opened_on, last_seq, last_line_on, network, user_agent)
     values ($1, $2, 'n', now(), 1, now(), 'n', 'a')`,
    [conversationId, visitor.userId],
  )
  // Each report comes from another person, because one person has to wait between two reports.
  const { body } = await (
    await app.person(['admin'])
  ).call(reportFromConversation, {
    params: { conversationId },
    body: texts,
  })
  const { _id: bugId, key } = body.result
  return {
    bugId,
    /** Returns the notices about the bug since it was reported, without its name. */
    told: async () => {
      const lines = await staff.call(listMessages, { params: { conversationId } })
      return lines.body.result.slice(1).map(({ message }) => message.replace(`Bug ${key}, “Mine”, `, ''))
    },
  }
}
const merge = (bugId: string, into: string, close = false) =>
  staff.call(mergeBug, { params: { bugId }, body: { into, close } })
const setStatus = (bugId: string, status: BugStatus) =>
  staff.call(setBugStatus, { params: { bugId }, body: { status } })
async function undoLast(bugId: string) {
  const { body } = await staff.call(listTimeline, { params: { bugId } })
  await staff.call(undoChange, { params: { bugId, entryId: body.result.at(-1)?._id ?? '' } })
}

describe('the conversation that a bug came from', () => {
  it('hears nothing of it while not everybody may see it: neither its id nor what became of it', async () => {
    const talk = await aTalk()
    const setPrivate = (isPrivate: boolean) =>
      staff.call(setBugFields, { params: { bugId: talk.bugId }, query: {}, body: { isPrivate } })
    await setPrivate(true)
    await setStatus(talk.bugId, 'Closed')
    expect(await talk.told()).toEqual([])
    await setPrivate(false)
    await setStatus(talk.bugId, 'Open')
    expect(await talk.told()).toEqual(['has been opened again.'])
    await app.database.pool.query('update products set is_open = false')
    await setStatus(talk.bugId, 'Closed')
    await app.database.pool.query('update products set is_open = true')
    expect(await talk.told()).toEqual(['has been opened again.'])
  })
})

describe('the conversation that a merged bug came from', () => {
  it('hears when the original is done and when it is opened again, but not of the original itself', async () => {
    const [talk, middle, original] = [await aTalk(), await aBug(), await aBug()]
    await merge(talk.bugId, middle, true)
    await merge(middle, original)
    expect(await talk.told()).toEqual([])
    await setStatus(original, 'Resolved')
    await setStatus(original, 'Closed')
    expect(await talk.told()).toEqual(['has been resolved.'])
    await setStatus(original, 'Open')
    expect(await talk.told()).toEqual(['has been resolved.', 'has been opened again.'])
  })

  it('hears at once when the original is done already, and when that turns out wrong', async () => {
    const [talk, original] = [await aTalk(), await aBug()]
    await setStatus(original, 'Resolved')
    await merge(talk.bugId, original)
    expect(await talk.told()).toEqual(['has been resolved.'])
    await undoLast(talk.bugId)
    expect(await talk.told()).toEqual(['has been resolved.', 'has been opened again.'])
  })

  it('hears of its own bug again once that is no longer merged', async () => {
    const [talk, original] = [await aTalk(), await aBug()]
    await merge(talk.bugId, original, true)
    await staff.call(closeBug, { params: { bugId: talk.bugId }, body: { closed: false } })
    await staff.call(closeBug, { params: { bugId: talk.bugId }, body: { closed: true } })
    expect(await talk.told()).toEqual([])
    const approved = { params: { bugId: talk.bugId }, body: { classification: 'approved' as const } }
    await staff.call(classifyBug, approved)
    expect(await talk.told()).toEqual(['has been closed.'])
    await setStatus(original, 'Resolved')
    await setStatus(talk.bugId, 'Open')
    expect(await talk.told()).toEqual(['has been closed.', 'has been opened again.'])
    await undoLast(talk.bugId)
    expect(await talk.told()).toHaveLength(3)
  })

  it('of a bug that was only linked hears of that bug', async () => {
    const [talk, original] = [await aTalk(), await aBug()]
    const body = { classification: 'duplicate' as const, duplicateOf: original }
    await staff.call(classifyBug, { params: { bugId: talk.bugId }, body })
    await setStatus(original, 'Resolved')
    expect(await talk.told()).toEqual([])
    await setStatus(talk.bugId, 'Closed')
    expect(await talk.told()).toEqual(['has been closed.'])
  })
})
