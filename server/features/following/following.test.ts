import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { settledContents } from '#testing/table-contents.ts'
import { assignBug, classifyBug, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { followBug, joinBug, leaveBug } from '#shared/following/contract.ts'
import { listTimeline } from '#shared/history/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let staff: Person
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'])
})
afterAll(() => app?.end())

const texts = { title: 'It breaks', description: 'Always', stepsToReproduce: 'Start it' }
async function aBug() {
  const reporter = await app.person(['customer'])
  return { reporter, bugId: (await reporter.call(reportBug, { body: texts })).body.result._id }
}
const customer = () => app.person(['customer'])
const view = async (bugId: string, caller: Person) => (await caller.call(viewBug, { params: { bugId } })).body.result
const follow = (bugId: string, caller: Person, following: boolean) =>
  caller.call(followBug, { params: { bugId }, body: { following } })
const join = (bugId: string, caller: Person, note?: string, headers = {}) =>
  caller.call(joinBug, { params: { bugId }, body: { ...(note !== undefined && { note }) }, headers })
const comment = (bugId: string, caller: Person) =>
  caller.call(addComment, { params: { bugId }, body: { message: 'Me' } })
const kindsOf = async (bugId: string) =>
  (await staff.call(listTimeline, { params: { bugId } })).body.result.map(({ kind }) => kind)
const contents = () => settledContents(app)

describe('a bug is followed', () => {
  it('by who reports it, says something, joins it, or is assigned', async () => {
    const { bugId, reporter } = await aBug()
    expect(await view(bugId, reporter)).toMatchObject({ isFollowing: true, followerCount: 1 })
    const [speaker, joiner, reader] = [await customer(), await customer(), await customer()]
    await comment(bugId, speaker)
    await join(bugId, joiner)
    const assigned = await staff.call(assignBug, { params: { bugId }, body: { userId: staff.userId } })
    expect(assigned.body.result).toMatchObject({ isFollowing: true, followerCount: 4 })
    for (const person of [speaker, joiner]) expect((await view(bugId, person)).isFollowing).toBe(true)
    expect((await view(bugId, reader)).isFollowing).toBe(false)
  })

  it('by hand, and nothing of it stands in the timeline', async () => {
    const { bugId } = await aBug()
    const person = await customer()
    const { status, body } = await follow(bugId, person, true)
    expect([status, body.result.isFollowing, body.result.followerCount]).toEqual([200, true, 2])
    expect((await follow(bugId, person, false)).body.result).toMatchObject({ isFollowing: false, followerCount: 1 })
    expect(await kindsOf(bugId)).toEqual(['reported'])
  })

  it('no more by who stopped by hand, also when they take part later', async () => {
    const { bugId, reporter } = await aBug()
    await follow(bugId, reporter, false)
    await comment(bugId, reporter)
    await join(bugId, reporter)
    await staff.call(assignBug, { params: { bugId }, body: { userId: reporter.userId } })
    expect(await view(bugId, reporter)).toMatchObject({ isFollowing: false, followerCount: 0 })
    expect((await follow(bugId, reporter, true)).body.result.isFollowing).toBe(true)
  })

  it('as it is already without a change', async () => {
    const { bugId, reporter } = await aBug()
    const person = await customer()
    const before = await contents()
    await follow(bugId, reporter, true)
    await follow(bugId, person, false)
    expect(await contents()).toBe(before)
    expect((await follow('f'.repeat(24), person, true)).status).toBe(404)
    expect(await contents()).toBe(before)
  })
})

describe('joining', () => {
  it('counts a person as affected once, and says so in the timeline', async () => {
    const { bugId } = await aBug()
    const person = await customer()
    const { status, body } = await join(bugId, person)
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ affectedCount: 2, isJoined: true, isFollowing: true, comments: [] })
    await join(bugId, person)
    expect(await view(bugId, staff)).toMatchObject({ affectedCount: 2, isJoined: false, commentCount: 0 })
    expect(await kindsOf(bugId)).toEqual(['reported', 'joined'])
  })

  it('with a note adds a comment, once for a key', async () => {
    const { bugId } = await aBug()
    const person = await customer()
    const key = { 'idempotency-key': 'a key' }
    await join(bugId, person, 'Only on Mondays', key)
    await join(bugId, person, 'Only on Mondays', key)
    const bug = await view(bugId, person)
    expect(bug.comments.map(({ message, user }) => [message, user._id])).toEqual([['Only on Mondays', person.userId]])
    expect(bug).toMatchObject({ affectedCount: 2, commentCount: 1 })
    expect((await join(bugId, person, 'Other words', key)).refusal.error.code).toBe('conflict')
    await join(bugId, person, ' ')
    expect((await view(bugId, person)).commentCount).toBe(1)
    expect(await kindsOf(bugId)).toEqual(['reported', 'joined', 'comment-added'])
  })

  it('a duplicate joins what it repeats in the end', async () => {
    const [first, second, third] = [await aBug(), await aBug(), await aBug()]
    for (const [bugId, duplicateOf] of [
      [first.bugId, second.bugId],
      [second.bugId, third.bugId],
    ] as const) {
      await staff.call(classifyBug, { params: { bugId }, body: { classification: 'duplicate', duplicateOf } })
    }
    const person = await customer()
    const { body } = await join(first.bugId, person, 'Here as well')
    expect(body.result).toMatchObject({ _id: third.bugId, affectedCount: 2, isJoined: true, commentCount: 1 })
    expect(await view(first.bugId, person)).toMatchObject({ affectedCount: 1, isJoined: false, commentCount: 0 })
  })

  it('one’s own bug counts nobody twice, but keeps the note', async () => {
    const { bugId, reporter } = await aBug()
    const { status, body } = await join(bugId, reporter, 'Still so')
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ affectedCount: 1, isJoined: false, commentCount: 1 })
    expect(body.result.abilities.join).toBe(false)
    expect((await view(bugId, staff)).abilities.join).toBe(true)
    expect(await kindsOf(bugId)).toEqual(['reported', 'comment-added'])
  })

  it('ends by leaving, which leaves following alone', async () => {
    const { bugId, reporter } = await aBug()
    const person = await customer()
    await join(bugId, person)
    const { body } = await person.call(leaveBug, { params: { bugId } })
    expect(body.result).toMatchObject({ affectedCount: 1, isJoined: false, isFollowing: true })
    expect(await kindsOf(bugId)).toEqual(['reported', 'joined', 'left'])
    const before = await contents()
    await person.call(leaveBug, { params: { bugId } })
    expect((await reporter.call(leaveBug, { params: { bugId } })).body.result.affectedCount).toBe(1)
    expect(await contents()).toBe(before)
    expect((await join(bugId, person)).body.result).toMatchObject({ affectedCount: 2, isJoined: true })
  })

  it('needs a bug that exists', async () => {
    const person = await customer()
    const before = await contents()
    for (const bugId of ['f'.repeat(24), 'nonsense']) {
      expect((await join(bugId, person, 'Hello')).status).toBe(404)
      expect((await person.call(leaveBug, { params: { bugId } })).status).toBe(404)
    }
    expect(await contents()).toBe(before)
  })
})
