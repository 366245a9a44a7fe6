import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import { listBugs, reportBug } from '#shared/bugs/contract.ts'
import { addComment, editComment } from '#shared/comments/contract.ts'
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
