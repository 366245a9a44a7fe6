import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import { listBugs, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment, deleteComment, editComment } from '#shared/comments/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
let author: Caller & { userId: string }
let bugId: string
beforeAll(async () => {
  app = await openTestApp()
  author = await app.person(['customer'])
  bugId = await aBug()
})
afterAll(() => app?.end())

/** Reports a bug as a new customer, to avoid the cooldown. @returns its id */
async function aBug(): Promise<string> {
  const body = { title: 't', description: 'd', stepsToReproduce: 's' }
  return (await (await app.person(['customer'])).call(reportBug, { body })).body.result._id
}

async function aComment(message: string) {
  const { comment } = (await author.call(addComment, { params: { bugId }, body: { message } })).body
  return { bugId, commentId: comment.commentId }
}
const found = async (keywords: string) =>
  (await author.call(listBugs, { query: { keywords } })).body.pagination.totalCount

describe('commenting', () => {
  it('adds to the bug, oldest first, with the author’s present name', async () => {
    const bugId = await aBug()
    const speaker = await app.person(['customer'], { fullName: 'Old Name' })
    const first = await speaker.call(addComment, { params: { bugId }, body: { message: 'first' } })
    expect(first.body.comment).toMatchObject({ message: 'first', user: { _id: speaker.userId, fullName: 'Old Name' } })
    await speaker.call(addComment, { params: { bugId }, body: { message: 'second' } })
    await app.database.pool.query(`update users set full_name = 'New Name' where id = $1`, [speaker.userId])
    const { result } = (await speaker.call(viewBug, { params: { bugId } })).body
    expect(result.comments.map((comment) => comment.message)).toEqual(['first', 'second'])
    expect(result.comments[0]?.user.fullName).toBe('New Name')
    expect(result.commentCount).toBe(2)
  })

  it('loses none of many that come at once', async () => {
    const bugId = await aBug()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        author.call(addComment, { params: { bugId }, body: { message: `zebra${index}` } }),
      ),
    )
    const { result } = (await author.call(viewBug, { params: { bugId } })).body
    expect(new Set(result.comments.map((comment) => comment.message)).size).toBe(20)
    expect(result.commentCount).toBe(20)
    const found = await author.call(listBugs, { query: { keywords: 'zebra0 zebra19' } })
    expect(found.body.result.map((item) => item._id)).toEqual([bugId])
  })

  it('refuses an empty message and an unknown bug', async () => {
    const bugId = await aBug()
    const empty = await author.call(addComment, { params: { bugId }, body: { message: ' ' } })
    expect([empty.status, empty.refusal.error.field]).toEqual([400, 'message'])
    const unknown = await author.call(addComment, { params: { bugId: 'f'.repeat(24) }, body: { message: 'x' } })
    expect(unknown.status).toBe(404)
  })
})

describe('deleting a comment', () => {
  it('leaves its place and nothing of its words, in the reply and in search', async () => {
    const params = await aComment('cassowary')
    expect((await author.call(deleteComment, { params })).body.comment).toMatchObject({ message: '', isDeleted: true })
    const { result } = (await author.call(viewBug, { params: { bugId } })).body
    const place = result.comments.find((comment) => comment.commentId === params.commentId)
    expect(place).toMatchObject({ message: '', isDeleted: true, abilities: { edit: false, delete: false } })
    expect(JSON.stringify(result)).not.toContain('cassowary')
    expect(await found('cassowary')).toBe(0)
  })

  it('is for its author and for who may edit any bug; twice changes nothing', async () => {
    const params = await aComment('short lived')
    expect((await (await app.person(['customer'])).call(deleteComment, { params })).status).toBe(403)
    const staff = await app.person(['staff'])
    expect((await staff.call(deleteComment, { params })).status).toBe(200)
    const events = (await app.eventsOf(bugId)).length
    expect((await staff.call(deleteComment, { params })).status).toBe(200)
    expect((await app.eventsOf(bugId)).length).toBe(events)
    expect((await author.call(editComment, { params, body: { message: 'back' } })).status).toBe(403)
  })
})
