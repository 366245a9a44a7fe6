import { listAttachments, listBugAttachments } from '#shared/attachments/contract.ts'
import { reportBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment, deleteComment, editComment } from '#shared/comments/contract.ts'
import { endpoints } from '#shared/endpoints.ts'
import { endMySession } from '#shared/auth/contract.ts'
import { listMergedComments } from '#shared/merging/contract.ts'
import { undoChange, viewBugAsOf, viewChange } from '#shared/history/contract.ts'
import { download, uploaded } from '#testing/attachment-parts.ts'
import { settledContents } from '#testing/table-contents.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Which test tries each parameter that names a record with records of others. A new one has to be added. */
const triedBy: Readonly<Record<string, string>> = {
  attachmentId: 'a file that no text uses',
  bugId: 'a bug beside it',
  commentId: 'a bug beside it',
  entryId: 'a bug beside it',
  sessionId: 'a session of somebody else',
  userId: 'testing/rights/permission-matrix.test.ts and server/features/users/users.test.ts',
  roleName: 'server/features/roles/roles.test.ts',
  productId: 'server/features/products/products.test.ts',
  fieldId: 'server/features/custom-fields/custom-fields.test.ts',
  templateId: 'server/features/custom-fields/custom-fields.test.ts',
  componentId: 'server/features/parts/parts.test.ts',
  versionId: 'server/features/parts/parts.test.ts',
  labelId: 'server/features/labels/labels.test.ts',
  viewId: 'server/features/views/views.test.ts',
  bulkId: 'server/features/bulk/bulk.test.ts',
  conversationId: 'testing/rights/permission-matrix.test.ts and testing/rights/socket-access.test.ts',
  answerId: 'testing/rights/permission-matrix.test.ts',
  jobId: 'server/features/jobs/jobs.test.ts',
  mailId: 'server/features/mail/mail-page.test.ts',
  receivedId: 'server/features/mail-in/mail-in.test.ts',
  invitationId: 'server/features/accounts/accounts.test.ts',
  token:
    'server/features/notification-mails/notification-mails.test.ts and server/features/reporter-links/reporter-links.test.ts',
}

let app: TestApp
let ada: Caller & { userId: string }
let bob: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  ada = await app.person(['customer'])
  bob = await app.person(['customer'])
})
afterAll(() => app?.end())

async function aBug(description = 'd') {
  const reporter = await app.person(['customer'])
  const body = { title: 't', description, stepsToReproduce: 's' }
  const { _id: bugId } = (await reporter.call(reportBug, { body })).body.result
  return { bugId, reporter }
}

it('every parameter that names a record is tried', () => {
  const named = Object.values(endpoints).flatMap(({ path }) =>
    [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''),
  )
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(triedBy).toSorted())
})

describe('a bug beside it', () => {
  it('opens no comment and no entry of another bug, for nobody', async () => {
    const [one, other] = [await aBug(), await aBug()]
    const admin = await app.person(['admin'])
    const { commentId } = (await ada.call(addComment, { params: one, body: { message: 'mine' } })).body.comment
    await ada.call(editComment, { params: { ...one, commentId }, body: { message: 'changed' } })
    const { rows } = await app.database.pool.query<{ id: string }>(
      'select id::text as id from events where subject_id = $1 order by id',
      [one.bugId],
    )
    const wrongly = { bugId: other.bugId, commentId }
    const before = await settledContents(app)
    for (const caller of [ada, admin]) {
      expect((await caller.call(editComment, { params: wrongly, body: { message: 'x' } })).status).toBe(404)
      expect((await caller.call(deleteComment, { params: wrongly })).status).toBe(404)
      for (const { id } of rows) {
        const params = { bugId: other.bugId, entryId: id }
        expect((await caller.call(viewChange, { params })).status).toBe(404)
        expect((await caller.call(viewBugAsOf, { params })).status).toBe(404)
        expect((await caller.call(undoChange, { params })).status).toBe(404)
      }
      const place = await caller.call(listMergedComments, { params: other, query: { before: commentId } })
      expect(JSON.stringify(place.body)).not.toContain('changed')
    }
    expect(await settledContents(app)).toBe(before)
  })
})

describe('a file that no text uses', () => {
  it('is its uploader’s alone, and another’s text that names it does not make it theirs', async () => {
    const id = await uploaded(ada, 'private.txt', 'private words')
    const { bugId, reporter } = await aBug(`[x](attachment:${id})`)
    await bob.call(addComment, { params: { bugId }, body: { message: `![x](attachment:${id})` } })
    for (const caller of [bob, reporter, await app.person(['admin'])]) {
      expect((await download(app, caller, id)).statusCode).toBe(404)
      expect((await caller.call(listAttachments, { query: { ids: id } })).body.result).toEqual([])
      expect((await caller.call(listBugAttachments, { params: { bugId } })).body.result).toEqual([])
    }
    expect((await download(app, ada, id)).body).toBe('private words')
  })
})

describe('a session of somebody else', () => {
  it('is not ended by the route for one’s own', async () => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `select encode(token_hash, 'hex') as id from sessions where user_id = $1`,
      [ada.userId],
    )
    for (const { id } of rows) await bob.call(endMySession, { params: { sessionId: id } })
    await bob.call(endMySession, { params: { sessionId: 'others' } })
    await bob.call(endMySession, { params: { sessionId: 'all' } })
    // Read from the database, because the server caches sessions for some seconds.
    const left = await app.database.pool.query('select from sessions where user_id = $1', [ada.userId])
    expect([rows.length, left.rowCount]).toEqual([1, 1])
    expect((await ada.send('GET', '/api/user/me')).status).toBe(200)
  })
})

it('an id tells nothing of the next one', async () => {
  const { bugId } = await aBug()
  const admin = await app.person(['admin'])
  expect((await admin.call(viewBug, { params: { bugId } })).status).toBe(200)
  const last = BigInt(`0x${bugId}`)
  for (const step of [-2n, -1n, 1n, 2n, 3n]) {
    const params = { bugId: (last + step).toString(16).padStart(24, '0') }
    expect((await admin.call(viewBug, { params })).status).toBe(404)
  }
})
