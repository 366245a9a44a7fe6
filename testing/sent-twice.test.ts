import { insertSession } from '#server/features/auth/public.ts'
import { addComment } from '#shared/comments/contract.ts'
import { endpoints } from '#shared/endpoints.ts'
import { followBug, joinBug } from '#shared/following/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedBodies } from './accepted-bodies.ts'
import { recordsOf } from './records-of.ts'
import { tableContents } from './table-contents.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/**
 * Requests that a proxy may repeat to another node when the first one ended before it answered
 * (ops/nginx/mothlight.conf).
 */
const repeated = Object.entries(endpoints).filter(([, { method }]) => method === 'PUT' || method === 'DELETE')

/** Bodies that change something where those of `acceptedBodies` do not. */
const changing: Readonly<Record<string, unknown>> = { pinView: { pinned: false }, setUserActive: { active: false } }

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  await app.person(['admin'])
  await app.database.pool.query(`insert into roles (name, permissions) values ('spare', '{canViewData}')`)
})
afterAll(() => app?.end())

describe('a call that arrives twice', () => {
  it.each(repeated)('does with %s what it does once', async (name, endpoint) => {
    const admin = await app.person(['admin'])
    await app.inTx((tx) => insertSession(tx, admin.userId, 'another browser'))
    const other = await app.person(['customer'])
    const records = await recordsOf(app, admin.userId)
    const ids: Record<string, string> = { ...records, userId: other.userId, roleName: 'spare', sessionId: 'others' }
    const params = { bugId: records['bugId'] ?? '' }
    if (name === 'leaveBug') {
      ids['bugId'] = (await recordsOf(app, other.userId))['bugId'] ?? ''
      await admin.call(joinBug, { params: { bugId: ids['bugId'] }, body: {} })
    }
    if (name === 'seeBug' || name === 'seeAllNews') {
      await admin.call(followBug, { params, body: { following: true } })
      await other.call(addComment, { params, body: { message: 'new' } })
      const { rows } = await app.database.pool.query<{ id: number }>('select max(id) as id from events')
      ids['entryId'] = String(rows[0]?.id)
    }
    const url = endpoint.path.replace(/:(\w+)/g, (_, id: string) => ids[id] ?? '')
    const body = changing[name] ?? acceptedBodies[name]?.(ids)
    const before = await tableContents(app.database.pool)
    expect((await admin.send(endpoint.method, url, body)).status).toBe(200)
    const once = await tableContents(app.database.pool)
    expect(once).not.toBe(before)
    // It may answer that the record does not exist any more.
    expect((await admin.send(endpoint.method, url, body)).status).toBeLessThan(500)
    expect(await tableContents(app.database.pool)).toBe(once)
  })
})
