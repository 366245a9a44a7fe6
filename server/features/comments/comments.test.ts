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
  const body = { title: 't', description: 'd', stepsToReproduce: 's' }
  bugId = (await author.call(reportBug, { body })).body.result._id
})
afterAll(() => app?.end())

async function aComment(message: string) {
  const { comment } = (await author.call(addComment, { params: { bugId }, body: { message } })).body
  return { bugId, commentId: comment.commentId }
}
const found = async (keywords: string) =>
  (await author.call(listBugs, { query: { keywords } })).body.pagination.totalCount

describe('editing a comment', () => {
  it('changes its words, says that it was edited, and keeps the earlier words in the event', async () => {
    const params = await aComment('albatross')
    const { comment } = (await author.call(editComment, { params, body: { message: 'bandicoot' } })).body
    expect(comment).toMatchObject({ message: 'bandicoot', editedOn: expect.any(String), isDeleted: false })
    expect([await found('albatross'), await found('bandicoot')]).toEqual([0, 1])
    const event = (await app.eventsOf(bugId)).at(-1)
    expect(event).toMatchObject({ type: 'comment-edited', payload: { from: 'albatross', to: 'bandicoot' } })
  })

  it('is for its author alone', async () => {
    const params = await aComment('mine')
    for (const other of [await app.person(['customer']), await app.person(['staff']), await app.person(['admin'])]) {
      expect((await other.call(editComment, { params, body: { message: 'theirs' } })).status).toBe(403)
    }
  })

  it('answers 404 for another bug’s comment and for what is no id, 400 for no words', async () => {
    const params = await aComment('here')
    const edit = (changed: Partial<typeof params>, message = 'x') =>
      author.call(editComment, { params: { ...params, ...changed }, body: { message } })
    expect((await edit({ bugId: 'f'.repeat(24) })).status).toBe(404)
    expect((await edit({ commentId: 'f'.repeat(24) })).status).toBe(404)
    expect((await edit({ commentId: 'x' })).status).toBe(404)
    expect((await edit({}, ' ')).status).toBe(400)
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
