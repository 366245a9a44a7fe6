import { verifyHistory } from '#server/features/history/public.ts'
import { closeBug, listBugs, reportBug, setBugFields, viewBug } from '#shared/bugs/contract.ts'
import { addComment, deleteComment } from '#shared/comments/contract.ts'
import { listNotifications, setBugLevel } from '#shared/following/contract.ts'
import { listTimeline, undoChange, viewBugAsOf } from '#shared/history/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let staff: Person
let other: Person
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'], { fullName: 'Stan Staff' })
  other = await app.person(['customer'], { fullName: 'Otto Other' })
})
afterAll(() => app?.end())

const texts = { title: 'Lamp flickers', description: 'At night', stepsToReproduce: 'Wait' }
async function reported(roles = ['customer']) {
  const reporter = await app.person(roles, { fullName: 'Rita Reporter' })
  const bugId = (await reporter.call(reportBug, { body: texts })).body.result._id
  return { reporter, bugId, params: { bugId } }
}
const say = (caller: Person, bugId: string, message = 'Hello') =>
  caller.call(addComment, { params: { bugId }, body: { message } })
const ask = (caller: Person, bugId: string, message = 'Which lamp?') =>
  caller.call(addComment, { params: { bugId }, body: { message, asks: true } })
const view = async (bugId: string, caller = staff) => (await caller.call(viewBug, { params: { bugId } })).body.result
const found = async (keywords: string, caller = staff) =>
  (await caller.call(listBugs, { query: { keywords, pageSize: '100' } })).body.result.map(({ _id }) => _id)
const entries = async (bugId: string) => (await staff.call(listTimeline, { params: { bugId }, query: {} })).body.result
const undoLast = async (bugId: string, caller = staff) =>
  caller.call(undoChange, { params: { bugId, entryId: (await entries(bugId)).at(-1)?._id ?? '' } })
const told = async (person: Person, bugId: string) => {
  await app.notified()
  const { result } = (await person.call(listNotifications, { query: {} })).body
  return result.find(({ bug }) => bug._id === bugId)?.reason
}
const agreed = async () => expect((await verifyHistory(app.database.db)).deviations).toEqual([])

describe('a question', () => {
  it('waits for the reporter, whose next comment gives the bug back to the team', async () => {
    const { reporter, bugId } = await reported()
    const commentId = (await ask(staff, bugId)).body.comment.commentId
    const asked = await view(bugId)
    expect(asked).toMatchObject({
      isWaiting: true,
      waitingSince: expect.any(String),
      question: { askedBy: { _id: staff.userId, fullName: 'Stan Staff' }, commentId },
    })
    expect(await found('is:waiting')).toContain(bugId)
    expect(await found('is:unanswered')).not.toContain(bugId)
    await say(other, bugId)
    await say(staff, bugId, 'I mean the one in the hall.')
    expect((await view(bugId)).isWaiting).toBe(true)
    await say(reporter, bugId, 'The one in the hall')
    const answered = await view(bugId)
    expect(answered).toMatchObject({ isWaiting: false, waitingSince: expect.any(String) })
    expect(answered.question).toBeUndefined()
    expect(answered.version).toBe(asked.version)
    expect(await found('is:waiting')).not.toContain(bugId)
    expect(await found('is:unanswered')).toContain(bugId)
    expect((await entries(bugId)).map(({ kind, changes }) => [kind, ...changes.map(({ to }) => to?.text)])).toEqual([
      ['reported'],
      ['comment-added', 'yes'],
      ['comment-added'],
      ['comment-added'],
      ['comment-added', undefined],
    ])
    await agreed()
  })

  it('is asked by the team alone, not by who reported the bug, and not of what is closed or merged', async () => {
    const { reporter, bugId, params } = await reported()
    for (const caller of [other, reporter])
      expect((await ask(caller, bugId)).refusal.error).toMatchObject({ code: 'forbidden', field: 'asks' })
    const own = await reported(['staff'])
    expect((await ask(own.reporter, own.bugId)).status).toBe(403)
    expect((await view(bugId, reporter)).abilities.ask).toBe(false)
    await staff.call(closeBug, { params, body: { closed: true } })
    expect((await ask(staff, bugId)).refusal.error).toMatchObject({ code: 'conflict', field: 'asks' })
    expect((await staff.send('PUT', `/api/bug/${bugId}/fields`, { isWaiting: true })).status).toBe(409)
    const original = await reported()
    await staff.call(closeBug, { params, body: { closed: false } })
    await staff.call(mergeBug, { params, body: { into: original.bugId, close: false } })
    expect((await ask(staff, bugId)).refusal.error).toMatchObject({ code: 'conflict', field: 'asks' })
    expect((await entries(bugId)).filter(({ kind }) => kind === 'comment-added')).toEqual([])
  })

  it('is asked once by the same key, and is another thing than a comment of the same words', async () => {
    const { bugId } = await reported()
    const send = (asks: boolean) =>
      staff.call(addComment, {
        params: { bugId },
        body: { message: 'Which lamp?', ...(asks && { asks }) },
        headers: { 'idempotency-key': `question ${bugId}` },
      })
    const first = await send(true)
    expect((await send(true)).body.comment.commentId).toBe(first.body.comment.commentId)
    expect((await send(false)).status).toBe(409)
  })

  it('is over while the bug is closed, and goes on where that is taken back', async () => {
    const { bugId, params } = await reported()
    await ask(staff, bugId)
    const { waitingSince } = await view(bugId)
    const closed = (await staff.call(closeBug, { params, body: { closed: true } })).body.result
    expect(closed.isWaiting).toBe(false)
    expect(closed.waitingSince).toBeUndefined()
    expect(await found('is:waiting')).not.toContain(bugId)
    await undoLast(bugId)
    expect(await view(bugId)).toMatchObject({ isWaiting: true, waitingSince })
    await agreed()
  })

  it('is taken back with its comment, and comes back with it', async () => {
    const { bugId } = await reported()
    const { commentId } = (await ask(staff, bugId)).body.comment
    const { waitingSince } = await view(bugId)
    await staff.call(deleteComment, { params: { bugId, commentId } })
    expect((await view(bugId)).isWaiting).toBe(false)
    await undoLast(bugId)
    expect(await view(bugId)).toMatchObject({ isWaiting: true, waitingSince, question: { commentId } })
    await agreed()
  })

  it('that is taken back leaves what the team owed before, and what waited before goes on waiting', async () => {
    const { bugId, params } = await reported()
    const takeBack = ({ body }: Awaited<ReturnType<typeof ask>>) =>
      staff.call(deleteComment, { params: { ...params, commentId: body.comment.commentId } })
    const { waitingSince } = await view(bugId)
    const first = await ask(staff, bugId)
    expect(await found('is:unanswered')).not.toContain(bugId)
    await takeBack(first)
    expect(await view(bugId)).toMatchObject({ isWaiting: false, waitingSince })
    expect(await found('is:unanswered')).toContain(bugId)
    // Undoing the deletion asks again, which pays it again.
    await undoLast(bugId)
    expect([await found('is:waiting'), await found('is:unanswered')].map((ids) => ids.includes(bugId))).toEqual([
      true,
      false,
    ])
    await takeBack(await ask(staff, bugId, 'And since when?'))
    expect((await view(bugId)).isWaiting).toBe(true)
    await agreed()
  })

  it('is set and taken back in place too, and both are undone', async () => {
    const { reporter, bugId, params } = await reported()
    const set = (isWaiting: boolean, caller = staff) => caller.call(setBugFields, { params, body: { isWaiting } })
    expect((await set(true, reporter)).status).toBe(403)
    const owed = (await view(bugId)).waitingSince
    await set(true)
    const waiting = await view(bugId)
    const entryId = (await entries(bugId)).at(-1)?._id ?? ''
    expect(waiting).toMatchObject({ isWaiting: true, question: { askedBy: { _id: staff.userId } } })
    expect(waiting.question?.commentId).toBeUndefined()
    await undoLast(bugId)
    expect(await view(bugId)).toMatchObject({ isWaiting: false, waitingSince: owed })
    await undoLast(bugId)
    expect(await view(bugId)).toMatchObject({ isWaiting: true, waitingSince: waiting.waitingSince })
    const ended = await set(false)
    expect(ended.body.result.isWaiting).toBe(false)
    const then = (await staff.call(viewBugAsOf, { params: { bugId, entryId } })).body.result
    expect(then.isWaiting).toBe(true)
    // An answer stands against undoing what was said before it.
    await set(true)
    const last = (await entries(bugId)).at(-1)?._id ?? ''
    await say(reporter, bugId)
    expect((await staff.call(undoChange, { params: { bugId, entryId: last } })).status).toBe(409)
    await agreed()
  })
})

describe('what the team owes', () => {
  it('begins with a report, ends with the team’s first word, and begins again with the reporter’s next', async () => {
    const { reporter, bugId } = await reported()
    const { waitingSince, createdOn } = await view(bugId)
    expect(waitingSince).toBe(createdOn)
    expect(await found('is:unanswered')).toContain(bugId)
    await say(other, bugId)
    await say(reporter, bugId)
    expect((await view(bugId)).waitingSince).toBe(createdOn)
    await say(staff, bugId)
    expect((await view(bugId)).waitingSince).toBeUndefined()
    expect(await found('is:unanswered')).not.toContain(bugId)
    const { createdOn: said } = (await say(reporter, bugId)).body.comment
    expect((await view(bugId)).waitingSince).toBe(said)
  })

  it('is nothing for the team’s own reports', async () => {
    const { reporter, bugId } = await reported(['staff'])
    expect((await view(bugId)).waitingSince).toBeUndefined()
    await say(reporter, bugId)
    expect((await view(bugId)).waitingSince).toBeUndefined()
    await ask(staff, bugId)
    await say(reporter, bugId)
    expect((await view(bugId)).waitingSince).toEqual(expect.any(String))
  })

  it('is sorted by the longest wait, as questions are, and what waits for nobody comes last', async () => {
    const [first, second, third] = [await reported(), await reported(), await reported()]
    await say(staff, second.bugId)
    const ids = [first.bugId, second.bugId, third.bugId]
    const order = async (sort: string) => (await found(sort)).filter((id) => ids.includes(id))
    expect(await order('sort:waiting')).toEqual([first.bugId, third.bugId, second.bugId])
    expect(await order('sort:waiting-desc')).toEqual([second.bugId, third.bugId, first.bugId])
    await ask(staff, first.bugId)
    expect(await order('sort:waiting is:open')).toEqual([third.bugId, first.bugId, second.bugId])
    expect(await order('is:waiting sort:waiting')).toEqual([first.bugId])
    expect(await order('Lamp is:unanswered sort:waiting')).toEqual([third.bugId])
    expect(await order('Lamp -is:unanswered -is:waiting')).toEqual([second.bugId])
  })
})

describe('who is told', () => {
  it('is the reporter of the question, and the asker of the answer, whatever they follow short of nothing', async () => {
    const { reporter, bugId, params } = await reported()
    const asker = await app.person(['staff'])
    await reporter.call(setBugLevel, { params, body: { level: 'mentions' } })
    await ask(asker, bugId)
    expect(await told(reporter, bugId)).toBe('asked')
    await asker.call(setBugLevel, { params, body: { level: 'mentions' } })
    await say(reporter, bugId)
    expect(await told(asker, bugId)).toBe('answered')
  })

  it('has it still when they choose to hear less than everything', async () => {
    const { reporter, bugId, params } = await reported()
    await ask(await app.person(['staff']), bugId)
    expect(await told(reporter, bugId)).toBe('asked')
    await reporter.call(setBugLevel, { params, body: { level: 'mentions' } })
    expect(await told(reporter, bugId)).toBe('asked')
    await reporter.call(setBugLevel, { params, body: { level: 'nothing' } })
    expect(await told(reporter, bugId)).toBeUndefined()
  })

  it('is nobody who wants to hear nothing', async () => {
    const { reporter, bugId, params } = await reported()
    const asker = await app.person(['staff'])
    await reporter.call(setBugLevel, { params, body: { level: 'nothing' } })
    await ask(asker, bugId)
    expect(await told(reporter, bugId)).toBeUndefined()
    await asker.call(setBugLevel, { params, body: { level: 'nothing' } })
    await say(reporter, bugId)
    expect(await told(asker, bugId)).toBeUndefined()
  })
})
