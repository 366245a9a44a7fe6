import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import { listBugs, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment, addInternalComment, deleteComment, editComment } from '#shared/comments/contract.ts'
import { followBug, listNotifications } from '#shared/following/contract.ts'
import { listTimeline, undoChange, viewBugAsOf, viewChange } from '#shared/history/contract.ts'
import { listMergedComments, mergeBug } from '#shared/merging/contract.ts'
import { snoozeBug } from '#shared/snoozing/contract.ts'
import { listUsers } from '#shared/users/contract.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { entrySentence } from '#shared/history/entry-words.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Caller & { userId: string }

let app: TestApp
let ina: Person
let sam: Person
beforeAll(async () => {
  app = await openTestApp()
  ina = await app.person(['staff'], { fullName: 'Ina Insider' })
  sam = await app.person(['support'], { fullName: 'Sam Support' })
})
afterAll(() => app?.end())

/** Reports a bug as a new customer, to avoid the cooldown. @returns its id */
async function aBug(): Promise<string> {
  const body = { title: 't', description: 'd', stepsToReproduce: 's' }
  return (await (await app.person(['customer'])).call(reportBug, { body })).body.result._id
}

async function say(bugId: string, message: string, by: Person = ina) {
  return (await by.call(addInternalComment, { params: { bugId }, body: { message } })).body.comment
}
const entriesOf = async (bugId: string, by: Person = ina) =>
  (await by.call(listTimeline, { params: { bugId } })).body.result
const bugOf = async (bugId: string, by: Person = ina) => (await by.call(viewBug, { params: { bugId } })).body.result

describe('an internal comment', () => {
  it('stands among the others for who sees it, and counts apart', async () => {
    const bugId = await aBug()
    await ina.call(addComment, { params: { bugId }, body: { message: 'first' } })
    const { commentId } = await say(bugId, 'second')
    await sam.call(addComment, { params: { bugId }, body: { message: 'third' } })
    const bug = await bugOf(bugId, sam)
    expect(bug.comments.map(({ message, isInternal }) => [message, isInternal])).toEqual([
      ['first', undefined],
      ['second', true],
      ['third', undefined],
    ])
    expect([bug.commentCount, bug.internalCommentCount]).toEqual([2, 1])
    const entries = await entriesOf(bugId, sam)
    expect(entries.map(({ comment }) => comment?.isInternal)).toEqual([undefined, undefined, true, undefined])
    const said = entries.find(({ comment }) => comment?.commentId === commentId)
    expect(said && entrySentence(said)).toBe('Ina Insider commented internally')
  })

  it('does not move its bug, and wakes and follows it for nobody', async () => {
    const bugId = await aBug()
    const before = await bugOf(bugId)
    await sam.call(snoozeBug, { params: { bugId }, body: { until: 'activity' } })
    await say(bugId, 'quietly')
    const after = await bugOf(bugId)
    expect([after.updatedOn, after.followerCount]).toEqual([before.updatedOn, before.followerCount])
    expect((await bugOf(bugId, sam)).snoozedUntil).toBe('activity')
  })

  it('is changed by its author, deleted by who may edit any bug, and its deletion taken back', async () => {
    const bugId = await aBug()
    const { commentId } = await say(bugId, 'one\n\ntwo\n\nthree', sam)
    const params = { bugId, commentId }
    const edit = (message: string, by: Person) =>
      by.call(editComment, { params, body: { message, baseVersion: 1, isInternal: true } })
    expect((await edit('x', ina)).status).toBe(403)
    await edit('ONE\n\ntwo\n\nthree', sam)
    // Begun before that: both changes are kept.
    expect((await edit('one\n\ntwo\n\nTHREE', sam)).body.comment).toMatchObject({
      message: 'ONE\n\ntwo\n\nTHREE',
      isInternal: true,
      version: 3,
    })
    expect((await edit('1\n\ntwo\n\nthree', sam)).refusal.error.code).toBe('conflict')
    expect((await ina.call(deleteComment, { params })).body.comment).toMatchObject({
      isDeleted: true,
      isInternal: true,
    })
    const deletion = (await entriesOf(bugId)).at(-1)
    expect(deletion).toMatchObject({ kind: 'comment-deleted', about: { isInternal: true }, abilities: { undo: true } })
    expect(deletion && entrySentence(deletion)).toBe('Ina Insider deleted the internal comment by Sam Support')
    const undone = await ina.call(undoChange, { params: { bugId, entryId: deletion?._id ?? '' } })
    expect(undone.status).toBe(200)
    expect((await bugOf(bugId)).comments).toMatchObject([{ message: 'ONE\n\ntwo\n\nTHREE', isInternal: true }])
    const [, , firstEdit] = await entriesOf(bugId)
    const change = await ina.call(viewChange, { params: { bugId, entryId: firstEdit?._id ?? '' } })
    expect(change.body.result.changes).toMatchObject([{ field: 'message', to: { text: 'ONE\n\ntwo\n\nthree' } }])
    const then = (await ina.call(viewBugAsOf, { params: { bugId, entryId: firstEdit?._id ?? '' } })).body.result
    expect(then).toMatchObject({ commentCount: 1, comments: [{ message: 'ONE\n\ntwo\n\nthree', isInternal: true }] })
    expect((await verifyHistory(app.database.db)).deviations).toEqual([])
  })

  it('never becomes another one, nor another one internal', async () => {
    const bugId = await aBug()
    const internal = await say(bugId, 'internal')
    const open = (await ina.call(addComment, { params: { bugId }, body: { message: 'open' } })).body.comment
    for (const [{ commentId }, isInternal] of [
      [internal, false],
      [open, true],
    ] as const) {
      const body = { message: 'changed', isInternal }
      const answer = await ina.call(editComment, { params: { bugId, commentId }, body })
      expect([answer.status, answer.refusal.error.field]).toEqual([400, 'isInternal'])
    }
    expect((await bugOf(bugId)).comments.map(({ message }) => message)).toEqual(['internal', 'open'])
  })

  it('that is sent again is stored once', async () => {
    const bugId = await aBug()
    const send = (message: string) =>
      ina.call(addInternalComment, {
        params: { bugId },
        body: { message },
        headers: { 'idempotency-key': `internal ${bugId}` },
      })
    const [first, second] = [await send('once'), await send('once')]
    expect(second.body).toEqual(first.body)
    expect((await send('other')).status).toBe(409)
    expect((await bugOf(bugId)).internalCommentCount).toBe(1)
  })

  it('stands among the comments of a bug that was merged', async () => {
    const [original, duplicate] = [await aBug(), await aBug()]
    const first = await say(duplicate, 'first')
    await ina.call(addComment, { params: { bugId: duplicate }, body: { message: 'second' } })
    await ina.call(mergeBug, { params: { bugId: duplicate }, body: { into: original } })
    const merged = async (query: { before?: string; limit?: string }, by: Person = ina) =>
      (await by.call(listMergedComments, { params: { bugId: original }, query })).body
    expect(await merged({})).toMatchObject({
      total: 2,
      result: [{ comment: { message: 'first', isInternal: true } }, { comment: { message: 'second' } }],
    })
    expect(await merged({ limit: '1' })).toMatchObject({ more: true, result: [{ comment: { message: 'second' } }] })
    expect(await merged({ before: first.commentId })).toMatchObject({ result: [] })
    expect((await bugOf(original)).mergedCommentCount).toBe(2)
    expect(await merged({}, await app.person(['customer']))).toMatchObject({ total: 1 })
  })

  it('mentions and tells those who may read it, and offers no others', async () => {
    const bugId = await aBug()
    const customer = await app.person(['customer'], { fullName: 'Carla Customer' })
    await app.person(['staff'], { fullName: 'Tess Team' })
    for (const follower of [sam, customer])
      await follower.call(followBug, { params: { bugId }, body: { following: true } })
    const { mentions } = await say(bugId, 'Ask @Carla Customer or @Tess Team.')
    expect(mentions.map(({ name }) => name)).toEqual(['Tess Team'])
    await app.notified()
    const last = async (by: Person) =>
      (await by.call(listNotifications, {})).body.result.find(({ bug }) => bug._id === bugId)
    expect(await last(sam)).toMatchObject({ count: 1, last: { kind: 'comment-added', isInternal: true } })
    expect(await last(customer)).toBeUndefined()
    const query = { keywords: 'Te', seesInternalComments: 'true' } as const
    expect((await ina.call(listUsers, { query })).body.result.map(({ fullName }) => fullName)).toEqual(['Tess Team'])
    const carla = { ...query, keywords: 'Carla' }
    expect((await ina.call(listUsers, { query: carla })).body.result).toEqual([])
    expect((await customer.call(listUsers, { query })).status).toBe(403)
  })
})

describe('a search', () => {
  const found = async (keywords: string, by: Person = ina) =>
    (await by.call(listBugs, { query: { keywords } })).body.result.map(({ _id, matches }) => [
      _id,
      ...(matches ?? []).map(({ field, text, isInternal }) => [field, text, isInternal]),
    ])

  it('finds the words of internal comments for who reads them, with a snippet that says what it is', async () => {
    const bugId = await aBug()
    const { commentId } = await say(bugId, 'The **gargantuan** invoice of March')
    const snippet = ['comment', 'The gargantuan invoice of March', true]
    expect(await found('gargantuan')).toEqual([[bugId, snippet]])
    expect(await found('"gargantuan invoice"', sam)).toEqual([[bugId, snippet]])
    expect(await found(`gargantuan commenter:${ina.userId}`)).toEqual([[bugId, snippet]])
    expect(await found('gargantuan', await app.person(['customer']))).toEqual([])
    await ina.call(editComment, { params: { bugId, commentId }, body: { message: 'The lilliputian invoice' } })
    expect([await found('gargantuan'), (await found('lilliputian')).length]).toEqual([[], 1])
    await ina.call(deleteComment, { params: { bugId, commentId } })
    expect(await found('lilliputian')).toEqual([])
    const deletion = (await entriesOf(bugId)).at(-1)?._id ?? ''
    await ina.call(undoChange, { params: { bugId, entryId: deletion } })
    expect((await found('lilliputian')).length).toBe(1)
  })
})
