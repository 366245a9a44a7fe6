import { insertSession } from '#server/features/auth/public.ts'
import { addReader, closeBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { endpoints } from '#shared/endpoints.ts'
import { setBugLevel, joinBug, seeAllNotifications } from '#shared/following/contract.ts'
import { snoozeBug } from '#shared/snoozing/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordsOf } from '#testing/records-of.ts'
import { settledContents } from '#testing/table-contents.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { acceptedBodies } from './accepted-bodies.ts'

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
})
afterAll(() => app?.end())

describe('a call that arrives twice', () => {
  const contents = () => settledContents(app)

  it.each(repeated)('does with %s what it does once', async (name, endpoint) => {
    const admin = await app.person(['admin'])
    // Another call may have renamed or deleted it.
    await app.database.pool.query(
      `insert into roles (name, permissions) values ('spare', '{canViewData}') on conflict do nothing`,
    )
    await app.inTx((tx) => insertSession(tx, admin.userId, 'another browser'))
    const other = await app.person(['customer'])
    const records = await recordsOf(app, admin.userId)
    const ids: Record<string, string> = { ...records, userId: other.userId, roleName: 'spare', sessionId: 'others' }
    const params = { bugId: records['bugId'] ?? '' }
    if (name === 'leaveBug') {
      ids['bugId'] = (await recordsOf(app, other.userId))['bugId'] ?? ''
      await admin.call(joinBug, { params: { bugId: ids['bugId'] }, body: {} })
    }
    if (name === 'reopenBug') await admin.call(closeBug, { params, body: { closed: true } })
    if (name === 'revokeReporterLink')
      await app.database.pool.query('insert into reporter_links (id, bug_id, user_id) values ($1, $1, $2)', [
        ...[params.bugId, admin.userId],
      ])
    if (name === 'removeProductMember') ids['userId'] = admin.userId
    if (name === 'removeReader') await admin.call(addReader, { params, body: { userId: other.userId } })
    if (name === 'wakeBug') await admin.call(snoozeBug, { params, body: { until: 'activity' } })
    if (['seeBug', 'seeAllNews', 'seeBulkNews', 'unseeNews'].includes(name)) {
      await admin.call(setBugLevel, { params, body: { level: 'everything' } })
      await other.call(addComment, { params, body: { message: 'new' } })
      const { rows } = await app.database.pool.query<{ id: number }>('select max(id) as id from events')
      ids['entryId'] = String(rows[0]?.id)
      await app.database.pool.query('update events set bulk_id = $2 where id = $1', [rows[0]?.id, ids['bulkId']])
      await app.notified()
      const same = 'update notifications set bulk_id = $2 where event_id = $1'
      await app.database.pool.query(same, [rows[0]?.id, ids['bulkId']])
      if (name === 'unseeNews') ids['seenOn'] = (await admin.call(seeAllNotifications, {})).body.seenOn ?? ''
    }
    const url = endpoint.path.replace(/:(\w+)/g, (_, id: string) => ids[id] ?? '')
    const body = changing[name] ?? acceptedBodies[name]?.(ids)
    const before = await contents()
    expect((await admin.send(endpoint.method, url, body)).status).toBe(200)
    const once = await contents()
    expect(once).not.toBe(before)
    // It may answer that the record does not exist any more.
    expect((await admin.send(endpoint.method, url, body)).status).toBeLessThan(500)
    expect(await contents()).toBe(once)
  })
})
