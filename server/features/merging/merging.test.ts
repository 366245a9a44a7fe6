import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { settledContents } from '#testing/table-contents.ts'
import { addComment, deleteComment } from '#shared/comments/contract.ts'
import { assignBug, classifyBug, closeBug, reportBug, viewBug } from '#shared/bugs/contract.ts'
import type { Classification } from '#shared/bugs/words.ts'
import { followBug, joinBug, leaveBug } from '#shared/following/contract.ts'
import { listTimeline, undoChange, viewBugAsOf } from '#shared/history/contract.ts'
import { listMergedComments, mergeBug } from '#shared/merging/contract.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let staff: Person
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'], { fullName: 'Stan Staff' })
})
afterAll(() => app?.end())

const texts = { title: 'It breaks', description: 'Always', stepsToReproduce: 'Start it' }

/** A bug of a new person. */
async function aBug(title = texts.title) {
  const reporter = await app.person(['customer'])
  const { body } = await reporter.call(reportBug, { body: { ...texts, title } })
  return { reporter, bugId: body.result._id }
}
const view = async (bugId: string, caller: Person = staff) =>
  (await caller.call(viewBug, { params: { bugId } })).body.result
const merge = (bugId: string, into: string, more: { close?: boolean; baseVersion?: number } = {}, caller = staff) =>
  caller.call(mergeBug, { params: { bugId }, body: { into, ...more } })
const entries = async (bugId: string) => (await staff.call(listTimeline, { params: { bugId } })).body.result
const undo = (bugId: string, entryId: string, caller = staff) => caller.call(undoChange, { params: { bugId, entryId } })
const undoLast = async (bugId: string) => undo(bugId, (await entries(bugId)).at(-1)?._id ?? '')
const classify = (bugId: string, classification: Classification, duplicateOf?: string | null) =>
  staff.call(classifyBug, {
    params: { bugId },
    body: { classification, ...(duplicateOf !== undefined && { duplicateOf }) },
  })

describe('a merge', () => {
  it('makes a duplicate of the bug and counts its people at the original', async () => {
    const [dup, orig] = [await aBug('Twice'), await aBug('Once')]
    const [joiner, follower] = [await app.person(['customer']), await app.person(['customer'])]
    await joiner.call(joinBug, { params: { bugId: dup.bugId }, body: {} })
    await follower.call(followBug, { params: { bugId: dup.bugId }, body: { following: true } })
    const { status, body } = await merge(dup.bugId, orig.bugId)
    expect(status).toBe(200)
    expect(body.result).toMatchObject({
      classification: 'duplicate',
      isMerged: true,
      isClosed: false,
      version: 2,
      duplicateOf: { _id: orig.bugId, title: 'Once' },
      comments: [],
      affectedCount: 2,
      followerCount: 3,
    })
    const original = await view(orig.bugId)
    expect(original).toMatchObject({ isMerged: false, affectedCount: 3, followerCount: 4, version: 1 })
    const { key, product } = body.result
    expect(original.duplicates).toEqual([
      { _id: dup.bugId, key, product, title: 'Twice', isClosed: false, isMerged: true },
    ])
    expect(body.result.duplicateOf).toMatchObject({ key: original.key, product: original.product })
    expect(await view(orig.bugId, joiner)).toMatchObject({ isFollowing: true, isJoined: true })
    expect(await view(orig.bugId, dup.reporter)).toMatchObject({ isFollowing: true, isJoined: true })
    expect(await view(orig.bugId, follower)).toMatchObject({ isFollowing: true, isJoined: false })
    expect(await view(orig.bugId, orig.reporter)).toMatchObject({ isFollowing: true, isJoined: false })
    expect(await view(orig.bugId, staff)).toMatchObject({ isFollowing: false, isJoined: false })
  })

  it('counts nobody twice', async () => {
    const [dup, orig] = [await aBug(), await aBug()]
    await dup.reporter.call(joinBug, { params: { bugId: orig.bugId }, body: {} })
    await orig.reporter.call(joinBug, { params: { bugId: dup.bugId }, body: {} })
    await merge(dup.bugId, orig.bugId)
    expect(await view(orig.bugId)).toMatchObject({ affectedCount: 2, followerCount: 2 })
  })

  it('tells both timelines, and can be taken back and made again by them', async () => {
    const [dup, orig] = [await aBug('Twice'), await aBug('Once')]
    await merge(dup.bugId, orig.bugId, { close: true })
    const merged = (await entries(dup.bugId)).at(-1)
    expect(merged).toMatchObject({ kind: 'merged', isMerged: true, abilities: { undo: true } })
    expect(merged?.changes).toEqual([
      { field: 'duplicateOf', to: { text: `${(await view(orig.bugId)).key} Once`, _id: orig.bugId }, isApart: false },
      { field: 'classification', from: { text: 'unclassified' }, to: { text: 'duplicate' }, isApart: false },
      { field: 'status', from: { text: 'Open' }, to: { text: 'Closed' }, isApart: false },
    ])
    const duplicate = { text: `${(await view(dup.bugId)).key} Twice`, _id: dup.bugId }
    expect((await entries(orig.bugId)).at(-1)).toMatchObject({
      kind: 'duplicate-added',
      isMerged: true,
      changes: [{ field: 'duplicate', to: duplicate }],
      abilities: { undo: false },
    })

    const back = await undo(dup.bugId, merged?._id ?? '')
    expect(back.body.result).toMatchObject({ isMerged: false, classification: 'unclassified', status: 'Open' })
    expect(back.body.result.duplicateOf).toBeUndefined()
    expect((await entries(dup.bugId)).at(-1)).toMatchObject({ kind: 'merged', isMerged: false, undoes: merged?._id })
    expect((await entries(orig.bugId)).at(-1)).toMatchObject({
      kind: 'duplicate-removed',
      isMerged: true,
      changes: [{ field: 'duplicate', from: duplicate }],
    })
    expect(await view(orig.bugId)).toMatchObject({ affectedCount: 1, duplicates: [] })
    expect((await undo(dup.bugId, merged?._id ?? '')).status).toBe(409)

    const again = await undoLast(dup.bugId)
    expect(again.body.result).toMatchObject({ isMerged: true, classification: 'duplicate', status: 'Closed' })
    expect(await view(orig.bugId)).toMatchObject({ affectedCount: 2 })
  })

  it('taken back leaves what people have said of the original themselves', async () => {
    const [dup, orig] = [await aBug(), await aBug()]
    const [stays, stops, goes] = [
      await app.person(['customer']),
      await app.person(['customer']),
      await app.person(['customer']),
    ]
    for (const person of [stays, stops, goes]) {
      await person.call(joinBug, { params: { bugId: dup.bugId }, body: {} })
    }
    await merge(dup.bugId, orig.bugId)
    await stays.call(joinBug, { params: { bugId: orig.bugId }, body: {} })
    await stays.call(followBug, { params: { bugId: orig.bugId }, body: { following: true } })
    await stops.call(leaveBug, { params: { bugId: orig.bugId } })
    await stops.call(followBug, { params: { bugId: orig.bugId }, body: { following: false } })
    expect(await view(orig.bugId)).toMatchObject({ affectedCount: 4, followerCount: 4 })
    expect(await view(orig.bugId, stops)).toMatchObject({ isFollowing: false, isJoined: false })
    await undoLast(dup.bugId)
    expect(await view(orig.bugId, stays)).toMatchObject({ isFollowing: true, isJoined: true, affectedCount: 2 })
    expect(await view(orig.bugId, stops)).toMatchObject({ isFollowing: false, isJoined: false, followerCount: 2 })
    expect(await view(orig.bugId, goes)).toMatchObject({ isFollowing: false, isJoined: false })
    expect(await view(dup.bugId, stops)).toMatchObject({ isFollowing: true, isJoined: true, affectedCount: 4 })
  })

  it('follows what people say of the duplicate later', async () => {
    const [a, b, c] = [await aBug(), await aBug(), await aBug()]
    const person = await app.person(['customer'])
    await person.call(joinBug, { params: { bugId: a.bugId }, body: {} })
    await merge(a.bugId, b.bugId)
    await merge(b.bugId, c.bugId)
    expect(await view(c.bugId)).toMatchObject({ affectedCount: 4, followerCount: 4 })
    await person.call(leaveBug, { params: { bugId: a.bugId } })
    await person.call(followBug, { params: { bugId: a.bugId }, body: { following: false } })
    expect(await view(b.bugId)).toMatchObject({ affectedCount: 2, followerCount: 2 })
    expect(await view(c.bugId, person)).toMatchObject({ affectedCount: 3, followerCount: 3, isJoined: false })
  })

  it('reaches through what the original is merged into, and ends in any order', async () => {
    const [a, b, c] = [await aBug(), await aBug(), await aBug()]
    const joiner = await app.person(['customer'])
    await joiner.call(joinBug, { params: { bugId: a.bugId }, body: {} })
    await merge(a.bugId, b.bugId)
    await merge(b.bugId, c.bugId)
    expect(await view(c.bugId)).toMatchObject({ affectedCount: 4, followerCount: 4 })
    await undoLast(a.bugId)
    expect(await view(b.bugId)).toMatchObject({ affectedCount: 1, followerCount: 1 })
    expect(await view(c.bugId)).toMatchObject({ affectedCount: 2, followerCount: 2 })
    expect(await view(c.bugId, joiner)).toMatchObject({ isFollowing: false, isJoined: false })
    const mergedInto = (await entries(b.bugId)).findLast(({ kind }) => kind === 'merged')
    expect((await undo(b.bugId, mergedInto?._id ?? '')).status).toBe(200)
    expect(await view(c.bugId)).toMatchObject({ affectedCount: 1, followerCount: 1 })
  })

  it('of a bug that stays linked ends the merge alone', async () => {
    const [dup, orig] = [await aBug(), await aBug()]
    await classify(dup.bugId, 'duplicate', orig.bugId)
    expect(await view(orig.bugId)).toMatchObject({ affectedCount: 1, duplicates: [{ isMerged: false }] })
    await merge(dup.bugId, orig.bugId)
    expect(await view(orig.bugId)).toMatchObject({ affectedCount: 2, duplicates: [{ isMerged: true }] })
    const { body } = await undoLast(dup.bugId)
    expect(body.result).toMatchObject({
      isMerged: false,
      classification: 'duplicate',
      duplicateOf: { _id: orig.bugId },
    })
    expect((await entries(orig.bugId)).map(({ kind, isMerged }) => [kind, isMerged]).slice(1)).toEqual([
      ['duplicate-added', false],
      ['duplicate-added', true],
      ['duplicate-removed', true],
    ])
  })

  it('moves on from one original to another', async () => {
    const [dup, first, second] = [await aBug(), await aBug(), await aBug()]
    await merge(dup.bugId, first.bugId)
    await merge(dup.bugId, second.bugId)
    expect(await view(first.bugId)).toMatchObject({ affectedCount: 1, duplicates: [] })
    expect(await view(second.bugId)).toMatchObject({ affectedCount: 2 })
    expect((await entries(first.bugId)).at(-1)).toMatchObject({ kind: 'duplicate-removed', isMerged: true })
    const back = await undoLast(dup.bugId)
    expect(back.body.result).toMatchObject({ isMerged: true, duplicateOf: { _id: first.bugId } })
    expect(await view(first.bugId)).toMatchObject({ affectedCount: 2 })
    expect(await view(second.bugId)).toMatchObject({ affectedCount: 1 })
  })

  it('into the same once more changes nothing, but closes when that is asked', async () => {
    const [dup, orig] = [await aBug(), await aBug()]
    await merge(dup.bugId, orig.bugId)
    const before = await settledContents(app)
    const again = await merge(dup.bugId, orig.bugId)
    expect(again.body.result).toMatchObject({ isMerged: true, version: 2 })
    expect(await settledContents(app)).toBe(before)
    const closing = await merge(dup.bugId, orig.bugId, { close: true })
    expect(closing.body.result).toMatchObject({ isMerged: true, isClosed: true, version: 3 })
    const back = await undoLast(dup.bugId)
    expect(back.body.result).toMatchObject({ isMerged: true, isClosed: false })
  })

  it('keeps a status that was set before or after it', async () => {
    const [dup, orig] = [await aBug(), await aBug()]
    await staff.call(closeBug, { params: { bugId: dup.bugId }, body: { closed: true } })
    const merged = await merge(dup.bugId, orig.bugId, { close: true })
    expect(merged.body.result.status).toBe('Closed')
    const entry = (await entries(dup.bugId)).at(-1)
    expect(entry?.changes.map(({ field }) => field)).toEqual(['duplicateOf', 'classification'])
    await staff.call(closeBug, { params: { bugId: dup.bugId }, body: { closed: false } })
    const back = await undo(dup.bugId, entry?._id ?? '')
    expect(back.body.result).toMatchObject({ isMerged: false, status: 'Open' })

    const other = await aBug()
    await merge(other.bugId, orig.bugId, { close: true })
    const closed = (await entries(other.bugId)).at(-1)
    await staff.call(closeBug, { params: { bugId: other.bugId }, body: { closed: false } })
    const undone = await undo(other.bugId, closed?._id ?? '')
    expect(undone.body.result).toMatchObject({ isMerged: false, status: 'Open' })
    const again = await undoLast(other.bugId)
    expect(again.body.result).toMatchObject({ isMerged: true, status: 'Open' })
  })

  it('shows in the bug as it was', async () => {
    const [dup, orig] = [await aBug(), await aBug('Once')]
    await merge(dup.bugId, orig.bugId, { close: true })
    const entry = (await entries(dup.bugId)).at(-1)
    await undoLast(dup.bugId)
    const { body } = await staff.call(viewBugAsOf, { params: { bugId: dup.bugId, entryId: entry?._id ?? '' } })
    expect(body.result).toMatchObject({
      status: 'Closed',
      classification: 'duplicate',
      duplicateOf: { _id: orig.bugId, title: 'Once' },
    })
  })
})

describe('classifying a merged bug', () => {
  it.each([
    ['as something else', 'approved', undefined],
    ['without an original', 'duplicate', null],
    ['with another original', 'duplicate', 'other'],
  ] as const)('%s ends the merge; taken back, it is merged again', async (_how, classification, link) => {
    const [dup, orig, other] = [await aBug(), await aBug(), await aBug()]
    await merge(dup.bugId, orig.bugId)
    const { status, body } = await classify(dup.bugId, classification, link === 'other' ? other.bugId : link)
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ isMerged: false, classification })
    expect(await view(orig.bugId)).toMatchObject({ affectedCount: 1, duplicates: [] })
    expect(await view(other.bugId)).toMatchObject({ affectedCount: 1 })
    const back = await undoLast(dup.bugId)
    expect(back.body.result).toMatchObject({
      isMerged: true,
      classification: 'duplicate',
      duplicateOf: { _id: orig.bugId },
    })
    expect(await view(orig.bugId)).toMatchObject({ affectedCount: 2, duplicates: [{ isMerged: true }] })
  })

  it('as it is already changes nothing', async () => {
    const [dup, orig] = [await aBug(), await aBug()]
    await merge(dup.bugId, orig.bugId)
    const { body } = await classify(dup.bugId, 'duplicate', orig.bugId)
    expect(body.result).toMatchObject({ isMerged: true, version: 2 })
  })
})

describe('a merge is refused', () => {
  async function refused(promise: ReturnType<typeof merge>, status: number, more: object) {
    const before = await settledContents(app)
    const answer = await promise
    expect(answer.status).toBe(status)
    expect(answer.refusal.error).toMatchObject(more)
    expect(await settledContents(app)).toBe(before)
    return answer.refusal
  }

  it('into itself, into nothing, and into its own duplicate', async () => {
    const [bug, dup] = [await aBug(), await aBug()]
    await merge(dup.bugId, bug.bugId)
    for (const into of [bug.bugId, 'f'.repeat(24), 'nonsense', '', dup.bugId]) {
      await refused(merge(bug.bugId, into), 400, { code: 'invalid-input', field: 'into' })
    }
    await refused(merge('f'.repeat(24), bug.bugId), 404, { code: 'not-found' })
  })

  it('into a duplicate, and the refusal names the original to use', async () => {
    const [bug, dup, orig] = [await aBug(), await aBug(), await aBug()]
    await classify(dup.bugId, 'duplicate', orig.bugId)
    await refused(merge(bug.bugId, dup.bugId), 400, {
      code: 'invalid-input',
      field: 'into',
      message: `into is itself a duplicate; merge into its original, ${orig.bugId}.`,
    })
  })

  it('with closing by somebody who may not close', async () => {
    const [bug, orig] = [await aBug(), await aBug()]
    await app.database.pool.query(
      `insert into roles (name, permissions) values ('sorter', '{canViewData,canClassifyAnyBug}') on conflict do nothing`,
    )
    const sorter = await app.person(['sorter'])
    await refused(merge(bug.bugId, orig.bugId, { close: true }, sorter), 403, { code: 'forbidden', field: 'close' })
    await merge(bug.bugId, orig.bugId, { close: true })
    const entry = (await entries(bug.bugId)).at(-1)
    const { body } = await sorter.call(listTimeline, { params: { bugId: bug.bugId } })
    expect(body.result.at(-1)?.abilities.undo).toBe(false)
    expect((await undo(bug.bugId, entry?._id ?? '', sorter)).status).toBe(403)
    await undoLast(bug.bugId)
    expect((await merge(bug.bugId, orig.bugId, {}, sorter)).status).toBe(200)
    expect((await undo(bug.bugId, (await entries(bug.bugId)).at(-1)?._id ?? '', sorter)).status).toBe(200)
  })

  it('when somebody else has classified or merged it since, or set the status that it would set', async () => {
    const [bug, orig] = [await aBug(), await aBug()]
    await classify(bug.bugId, 'approved')
    const stale = await merge(bug.bugId, orig.bugId, { baseVersion: 1 })
    expect(stale.status).toBe(409)
    expect(stale.refusal['conflict']).toMatchObject({ version: 2, since: [{ kind: 'classified' }] })

    await staff.call(assignBug, { params: { bugId: bug.bugId }, body: { userId: staff.userId } })
    await staff.call(closeBug, { params: { bugId: bug.bugId }, body: { closed: true } })
    await staff.call(closeBug, { params: { bugId: bug.bugId }, body: { closed: false } })
    const closing = await merge(bug.bugId, orig.bugId, { baseVersion: 2, close: true })
    expect(closing.refusal['conflict']).toMatchObject({
      since: [{ kind: 'status-changed' }, { kind: 'status-changed' }],
    })
    expect((await merge(bug.bugId, orig.bugId, { baseVersion: 2 })).status).toBe(200)

    const classifying = await staff.call(classifyBug, {
      params: { bugId: bug.bugId },
      body: { classification: 'approved', baseVersion: 5 },
    })
    expect(classifying.refusal['conflict']).toMatchObject({ since: [{ kind: 'merged' }] })
    const onlyStatus = await staff.call(closeBug, {
      params: { bugId: bug.bugId },
      body: { closed: true, baseVersion: 5 },
    })
    expect(onlyStatus.status).toBe(200)
  })
})

describe('the comments of merged bugs', () => {
  it('are listed at the original, oldest first, in stretches, deleted ones as places', async () => {
    const [a, b, c] = [await aBug('A'), await aBug('B'), await aBug('C')]
    const said: string[] = []
    for (const [index, { bugId }] of [a, b, c, a, b, a].entries()) {
      const { body } = await staff.call(addComment, { params: { bugId }, body: { message: `Words ${index}` } })
      if (bugId !== c.bugId) said.push(body.comment.commentId)
    }
    await staff.call(deleteComment, { params: { bugId: a.bugId, commentId: said[0] ?? '' } })
    await merge(a.bugId, b.bugId)
    await merge(b.bugId, c.bugId)
    const list = async (query: { before?: string; limit?: string } = {}, bugId = c.bugId) =>
      (await a.reporter.call(listMergedComments, { params: { bugId }, query })).body
    const all = await list()
    expect(all).toMatchObject({ total: 5, more: false })
    expect(all.result.map(({ comment }) => comment.commentId)).toEqual(said)
    expect(all.result.map(({ bug }) => bug.title)).toEqual(['A', 'B', 'A', 'B', 'A'])
    expect(all.result[0]?.comment).toMatchObject({ isDeleted: true, message: '' })
    expect(all.result[1]?.comment).toMatchObject({ message: 'Words 1', user: { fullName: 'Stan Staff' } })
    const last = await list({ limit: '2' })
    expect(last).toMatchObject({ total: 5, more: true })
    expect(last.result.map(({ comment }) => comment.commentId)).toEqual(said.slice(3))
    const before = await list({ limit: '3', before: said[3] ?? '' })
    expect(before.more).toBe(false)
    expect(before.result.map(({ comment }) => comment.commentId)).toEqual(said.slice(0, 3))
    expect(await view(c.bugId)).toMatchObject({ mergedCommentCount: 5, commentCount: 1 })
    expect(await list({}, a.bugId)).toEqual({ result: [], total: 0, more: false })

    await undoLast(b.bugId)
    expect(await list()).toEqual({ result: [], total: 0, more: false })
    expect((await list({}, b.bugId)).total).toBe(3)
  })

  it('need a bug and a place that exist', async () => {
    const { bugId } = await aBug()
    const of = (id: string, before?: string) =>
      staff.call(listMergedComments, { params: { bugId: id }, query: before === undefined ? {} : { before } })
    expect((await of('f'.repeat(24))).status).toBe(404)
    expect((await of('nonsense')).status).toBe(404)
    expect((await of(bugId, 'nonsense')).refusal.error).toMatchObject({ code: 'invalid-input', field: 'before' })
    expect((await of(bugId, 'f'.repeat(24))).refusal.error).toMatchObject({ code: 'invalid-input', field: 'before' })
  })
})

it('every bug is as its events say', async () => {
  const { deviations, bugs } = await verifyHistory(app.database.db)
  expect(deviations).toEqual([])
  expect(bugs).toBeGreaterThan(20)
})

it('what the history did not make is named', async () => {
  const [dup, orig, third] = [await aBug(), await aBug(), await aBug()]
  await merge(dup.bugId, orig.bugId)
  await third.reporter.call(joinBug, { params: { bugId: orig.bugId }, body: {} })
  const { pool } = app.database
  await pool.query('update bugs set is_merged = false where id = $1', [dup.bugId])
  await pool.query('delete from bug_joins where bug_id = $1', [orig.bugId])
  await pool.query('update bugs set affected_count = 7 where id = $1', [third.bugId])
  const { deviations } = await verifyHistory(app.database.db)
  expect(deviations.toSorted((one, other) => one.what.join().localeCompare(other.what.join()))).toEqual(
    [
      { bugId: orig.bugId, what: ['affectedCount', 'joins'] },
      { bugId: third.bugId, what: ['affectedCount'] },
      { bugId: dup.bugId, what: ['isMerged'] },
    ].toSorted((one, other) => one.what.join().localeCompare(other.what.join())),
  )
})
