import { openApp } from '#server/app.ts'
import { openLog } from '#server/config/log.ts'
import { type ChatClient, openChatClient } from '#testing/chat-client.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { assignBug, closeBug, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import {
  followBug,
  joinBug,
  listAllNotifications,
  listNotifications,
  notificationStates,
  seeAllNotifications,
  seeBug,
  unseeNotifications,
} from '#shared/following/contract.ts'
import { defaultLevels } from '#shared/following/usual-levels.ts'
import { listTimeline, undoChange } from '#shared/history/contract.ts'
import { lookAt } from '#shared/live/socket-events.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { changeRole } from '#shared/roles/contract.ts'
import { setPreferences } from '#shared/users/contract.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { decideNext } from './decide-notifications.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let origin: string
let staff: Person
const open: ChatClient[] = []
beforeAll(async () => {
  app = await openTestApp({ LIMIT_CHAT_CONNECTIONS: '1000' })
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  staff = await app.person(['staff'], { fullName: 'Stan Staff' })
})
afterEach(() => open.splice(0).forEach((client) => client.close()))
afterAll(() => app?.end())

const texts = { title: 'It breaks', description: 'Always', stepsToReproduce: 'Start it' }
const customer = () => app.person(['customer'])
async function aBug() {
  const reporter = await customer()
  await reporter.call(setPreferences, { body: { newsLevel: 'everything' } })
  return { reporter, bugId: (await reporter.call(reportBug, { body: texts })).body.result._id }
}
const notifications = async (caller: Person, limit?: string) => {
  await app.notified()
  return (await caller.call(listNotifications, { query: limit === undefined ? {} : { limit } })).body
}
const comment = (bugId: string, caller = staff) =>
  caller.call(addComment, { params: { bugId }, body: { message: 'Hello' } })
const close = (bugId: string, closed = true) => staff.call(closeBug, { params: { bugId }, body: { closed } })
const entries = async (bugId: string) => (await staff.call(listTimeline, { params: { bugId } })).body.result
const see = async (bugId: string, entryId: string, caller: Person) => {
  await app.notified()
  return caller.call(seeBug, { params: { bugId }, body: { entryId } })
}
const lastEntry = async (bugId: string) => (await entries(bugId)).at(-1)?._id ?? ''

describe('notifications', () => {
  it('are what others did at a bug since, with the last of it, latest bug first', async () => {
    const { bugId, reporter } = await aBug()
    expect(await notifications(reporter)).toEqual({ result: [], total: 0 })
    await comment(bugId, reporter)
    expect(await notifications(reporter)).toEqual({ result: [], total: 0 })
    await comment(bugId)
    await close(bugId)
    await comment(bugId, reporter)
    const last = (await entries(bugId)).find(({ kind }) => kind === 'status-changed')
    const { key, product } = (await staff.call(viewBug, { params: { bugId } })).body.result
    expect(await notifications(reporter)).toEqual({
      result: [
        {
          bug: { _id: bugId, key, product, title: 'It breaks', isClosed: true, status: 'Closed' },
          count: 2,
          reason: 'reported',
          less: 'matters',
          last: {
            _id: last?._id,
            kind: 'status-changed',
            at: last?.at,
            by: { _id: staff.userId, fullName: 'Stan Staff' },
          },
        },
      ],
      total: 1,
    })
    expect(await notifications(staff)).toMatchObject({ result: [{ count: 1, last: { kind: 'comment-added' } }] })

    const other = await aBug()
    await reporter.call(followBug, { params: { bugId: other.bugId }, body: { following: true } })
    await comment(other.bugId)
    expect((await notifications(reporter)).result.map(({ bug }) => bug._id)).toEqual([other.bugId, bugId])
    expect(await notifications(reporter, '1')).toMatchObject({ result: [{ bug: { _id: other.bugId } }], total: 2 })
  })

  it('begin when following begins, and end with it', async () => {
    const { bugId } = await aBug()
    await comment(bugId)
    const person = await customer()
    const follow = (following: boolean) => person.call(followBug, { params: { bugId }, body: { following } })
    await follow(true)
    expect((await notifications(person)).total).toBe(0)
    await comment(bugId)
    expect((await notifications(person)).result).toMatchObject([{ count: 1 }])
    await follow(false)
    expect((await notifications(person)).total).toBe(0)
    await comment(bugId)
    await follow(true)
    expect((await notifications(person)).total).toBe(0)
  })

  it('tell somebody of a bug that others brought them into', async () => {
    const { bugId } = await aBug()
    const person = await app.person(['staff'])
    await staff.call(assignBug, { params: { bugId }, body: { userId: person.userId } })
    expect((await notifications(person)).result).toMatchObject([{ count: 1, last: { kind: 'assigned' } }])
  })

  it('of a merged bug come from the original, from the merge on', async () => {
    const [dup, orig] = [await aBug(), await aBug()]
    await comment(orig.bugId)
    await staff.call(mergeBug, { params: { bugId: dup.bugId }, body: { into: orig.bugId } })
    expect((await notifications(dup.reporter)).result).toMatchObject([
      { bug: { _id: dup.bugId }, count: 1, last: { kind: 'merged' } },
    ])
    expect((await notifications(orig.reporter)).result).toMatchObject([{ count: 2, last: { kind: 'duplicate-added' } }])
    await comment(orig.bugId)
    expect((await notifications(dup.reporter)).result).toMatchObject([
      { bug: { _id: orig.bugId }, count: 1, last: { kind: 'comment-added' } },
      { bug: { _id: dup.bugId } },
    ])
    expect((await see(orig.bugId, await lastEntry(orig.bugId), dup.reporter)).body.total).toBe(1)
    await comment(orig.bugId)
    expect((await notifications(dup.reporter)).result).toMatchObject([{ count: 1 }, {}])
    await staff.call(undoChange, { params: { bugId: dup.bugId, entryId: await lastEntry(dup.bugId) } })
    expect((await notifications(dup.reporter)).result).toMatchObject([
      { bug: { _id: dup.bugId }, count: 2 },
      // What was told stays.
      { bug: { _id: orig.bugId }, count: 1 },
    ])
    await comment(orig.bugId)
    expect((await notifications(dup.reporter)).result).toMatchObject([{ count: 2 }, { count: 1 }])
  })

  it('of the original stay when its duplicate is closed by a second merge', async () => {
    const [dup, orig] = [await aBug(), await aBug()]
    const merge = (close: boolean) =>
      staff.call(mergeBug, { params: { bugId: dup.bugId }, body: { into: orig.bugId, close } })
    await merge(false)
    await comment(orig.bugId)
    expect((await merge(true)).body.result.isClosed).toBe(true)
    expect((await notifications(dup.reporter)).result).toMatchObject([
      { bug: { _id: dup.bugId }, count: 2, last: { kind: 'status-changed' } },
      { bug: { _id: orig.bugId }, count: 1, last: { kind: 'comment-added' } },
    ])
  })

  it('are seen up to an entry, and seeing never goes back', async () => {
    const { bugId, reporter } = await aBug()
    for (let index = 0; index < 3; index++) await comment(bugId)
    const [, first, second, third] = (await entries(bugId)).map(({ _id }) => _id)
    expect((await see(bugId, second ?? '', reporter)).body).toMatchObject({ total: 1 })
    expect((await notifications(reporter)).result).toMatchObject([{ count: 1, last: { _id: third } }])
    expect((await see(bugId, first ?? '', reporter)).body).toEqual({ total: 1 })
    expect((await notifications(reporter)).result).toMatchObject([{ count: 1 }])
    expect((await see(bugId, third ?? '', reporter)).body).toMatchObject({ total: 0 })
    expect(await notifications(reporter)).toEqual({ result: [], total: 0 })
  })

  it('refuse an entry of another bug, of no bug, and what is no entry', async () => {
    const [one, other] = [await aBug(), await aBug()]
    for (const entryId of [await lastEntry(other.bugId), '999999999', '0', '-1', '1e3', 'x', '']) {
      const answer = await see(one.bugId, entryId, one.reporter)
      expect([answer.status, answer.refusal.error.field]).toEqual([404, 'entryId'])
    }
    const { rows } = await app.database.pool.query<{ id: number }>(
      'select id from events where subject_id = $1 order by id desc limit 1',
      [one.reporter.userId],
    )
    expect((await see(one.bugId, String(rows[0]?.id), one.reporter)).status).toBe(404)
    expect((await see('f'.repeat(24), await lastEntry(one.bugId), one.reporter)).status).toBe(404)
  })

  it('are all seen at once', async () => {
    const person = await customer()
    await person.call(setPreferences, { body: { newsLevel: 'everything' } })
    const bugs = [await aBug(), await aBug(), await aBug()]
    for (const { bugId } of bugs) {
      await person.call(joinBug, { params: { bugId }, body: {} })
      await comment(bugId)
    }
    expect((await notifications(person)).total).toBe(3)
    const { total, seenOn = '' } = (await person.call(seeAllNotifications, {})).body
    expect(total).toBe(0)
    expect(await notifications(person)).toEqual({ result: [], total: 0 })
    // That is taken back by its timestamp, and by whoever it is of.
    const stranger = await customer()
    for (const wrong of [
      '',
      'now',
      '2026-02-31T00:00:00.000000Z',
      '2026-01-31T24:00:00.000000Z',
      seenOn.slice(0, -4) + 'Z',
    ])
      expect((await person.call(unseeNotifications, { body: { seenOn: wrong } })).status).toBe(400)
    expect((await stranger.call(unseeNotifications, { body: { seenOn } })).body).toEqual({ total: 0 })
    expect((await person.call(unseeNotifications, { body: { seenOn } })).body).toEqual({ total: 3 })
    expect((await person.call(unseeNotifications, { body: { seenOn } })).body).toEqual({ total: 3 })
    const first = (await see(bugs[0]?.bugId ?? '', await lastEntry(bugs[0]?.bugId ?? ''), person)).body
    expect(first.total).toBe(2)
    expect((await person.call(seeAllNotifications, {})).body.total).toBe(0)
    expect((await person.call(unseeNotifications, { body: { seenOn: first.seenOn ?? '' } })).body).toEqual({ total: 1 })
    expect((await person.call(seeAllNotifications, {})).body.total).toBe(0)
    expect((await person.call(seeAllNotifications, {})).body).toEqual({ total: 0 })
    await comment(bugs[1]?.bugId ?? '')
    expect((await notifications(person)).result).toMatchObject([{ bug: { _id: bugs[1]?.bugId }, count: 1 }])
  })

  it('are read by looking at the bug, and done by saying so, and either is taken back', async () => {
    const { bugId, reporter } = await aBug()
    const states = async () => {
      await app.notified()
      const lists = notificationStates.map((state) => reporter.call(listAllNotifications, { query: { state } }))
      return (await Promise.all(lists)).map(({ body }) => body.pagination.totalCount)
    }
    const done = async () =>
      (await reporter.call(seeBug, { params: { bugId }, body: { entryId: await lastEntry(bugId), isDone: true } })).body
    const takeBack = ({ seenOn = '' }) => reporter.call(unseeNotifications, { body: { seenOn } })
    await comment(bugId)
    expect(await states()).toEqual([1, 0, 0])
    const atOnce = await done()
    expect(await states()).toEqual([0, 0, 1])
    expect((await takeBack(atOnce)).body).toEqual({ total: 1 })
    const looked = (await see(bugId, await lastEntry(bugId), reporter)).body
    expect(await states()).toEqual([0, 1, 0])
    const later = await done()
    expect(await states()).toEqual([0, 0, 1])
    // What was read before is read again.
    expect((await takeBack(later)).body).toEqual({ total: 0 })
    expect(await states()).toEqual([0, 1, 0])
    await done()
    expect((await takeBack(looked)).body).toEqual({ total: 1 })
    await see(bugId, await lastEntry(bugId), reporter)
    await comment(bugId)
    expect(await states()).toEqual([1, 0, 0])
    await reporter.call(seeAllNotifications, {})
    expect(await states()).toEqual([0, 0, 1])
    await comment(bugId)
    await see(bugId, await lastEntry(bugId), reporter)
    expect((await reporter.call(seeAllNotifications, {})).body).toEqual({ total: 0 })
    expect(await states()).toEqual([0, 1, 0])
    await reporter.call(seeAllNotifications, { query: { state: 'read' } })
    expect(await states()).toEqual([0, 0, 1])
  })

  it('of what a reader only looked at are not kept', async () => {
    const { bugId } = await aBug()
    const reader = await customer()
    expect((await see(bugId, await lastEntry(bugId), reader)).body).toEqual({ total: 0 })
    const { rows } = await app.database.pool.query('select 1 from bug_seen where user_id = $1', [reader.userId])
    expect(rows).toEqual([])
    expect((await view(bugId, reader)).isFollowing).toBe(false)
  })

  it('of what a follower looked at, also through a bug that was merged, is kept for 14 days', async () => {
    const [dup, original] = [await aBug(), await aBug()]
    await staff.call(mergeBug, { params: { bugId: dup.bugId }, body: { into: original.bugId } })
    const { reporter } = dup
    const seen = async () => {
      const { rows } = await app.database.pool.query('select bug_id from bug_seen where user_id = $1', [
        reporter.userId,
      ])
      return rows.map(({ bug_id }: { bug_id: string }) => bug_id)
    }
    await see(original.bugId, await lastEntry(original.bugId), reporter)
    await app.runJob('delete-seen-notifications')
    expect(await seen()).toEqual([original.bugId])
    await app.database.pool.query(`update events set at = at - interval '15 days' where subject_id = $1`, [
      original.bugId,
    ])
    await app.runJob('delete-seen-notifications')
    expect(await seen()).toEqual([])
  })
})

const view = async (bugId: string, caller: Person) => (await caller.call(viewBug, { params: { bugId } })).body.result

it('an event of which nobody can be told does not keep back the others', async () => {
  const [broken, other] = [await aBug(), await aBug()]
  await app.notified()
  const { pool } = app.database
  await pool.query(
    `create function break_news() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
  )
  await pool.query(`create trigger break_news before insert on notifications for each row
    when (new.bug_id = '${broken.bugId}') execute function break_news()`)
  try {
    for (let n = 0; n < 3; n++) {
      await comment(other.bugId)
      await comment(broken.bugId)
    }
    await comment(other.bugId)
    expect((await notifications(other.reporter)).result).toMatchObject([{ count: 4 }])
  } finally {
    await pool.query('drop function break_news cascade')
  }
  await comment(broken.bugId)
  expect((await notifications(broken.reporter)).result).toMatchObject([{ count: 1 }])
})

it('looking for undecided events takes no transaction id, for which live pages would wait', async () => {
  await app.notified()
  while (await app.database.inTx((tx) => decideNext(tx, defaultLevels)));
  const taken = await app.database.inTx(async (tx) => {
    await decideNext(tx, defaultLevels)
    return sql<{ id: string | null }>`select pg_current_xact_id_if_assigned()::text as id`.execute(tx)
  })
  expect(taken.rows).toEqual([{ id: null }])
})

describe('the push news-changed', () => {
  /** Opens a page that receives what happens from now on. */
  async function connected(who: Person, at = origin): Promise<ChatClient> {
    await app.notified()
    const client = await openChatClient(at, who.cookie)
    open.push(client)
    return client
  }
  /** Returns how often a page was told, once all events have been published. */
  async function told(client: ChatClient): Promise<number> {
    await app.notified()
    // Answered after everything that was sent to this socket before.
    await client.send(lookAt, {})
    return client.received.filter(({ name }) => name === 'news-changed').length
  }

  it('reaches followers on any page when somebody else does something, and nobody else', async () => {
    const { bugId, reporter } = await aBug()
    const [page, otherPage, strangers, doers] = [
      await connected(reporter),
      await connected(reporter),
      await connected(await customer()),
      await connected(staff),
    ]
    await comment(bugId)
    expect([await told(page), await told(otherPage), await told(strangers), await told(doers)]).toEqual([1, 1, 0, 0])
    expect(page.received.filter(({ name }) => name === 'news-changed')[0]?.data).toEqual({})
    await comment(bugId, reporter)
    // The person who commented follows it by now.
    expect([await told(page), await told(strangers), await told(doers)]).toEqual([1, 0, 1])
  })

  it('reaches who follows by a merge, and no longer who stopped', async () => {
    const [dup, orig] = [await aBug(), await aBug()]
    await staff.call(mergeBug, { params: { bugId: dup.bugId }, body: { into: orig.bugId } })
    const page = await connected(dup.reporter)
    await comment(orig.bugId)
    expect(await told(page)).toBe(1)
    const following = { params: { bugId: orig.bugId }, body: { following: false } }
    await dup.reporter.call(followBug, following)
    expect(await told(page)).toBe(2)
    await comment(orig.bugId)
    expect(await told(page)).toBe(2)
  })

  it('reaches pages at two processes, whichever of them decides', async () => {
    const second = await openApp(app.config, openLog('silent'), app.database)
    try {
      const at = await second.http.listen({ host: '127.0.0.1', port: 0 })
      const { bugId, reporter } = await aBug()
      await second.notified()
      const pages = [await connected(reporter), await connected(reporter, at)]
      for (let n = 1; n <= 5; n++) {
        const before = await Promise.all(pages.map(told))
        await comment(bugId)
        await second.notified()
        for (const [at, page] of pages.entries()) expect(await told(page)).toBeGreaterThan(before[at] ?? 0)
        expect((await notifications(reporter)).result).toMatchObject([{ count: n }])
      }
    } finally {
      await second.close()
    }
  })

  it('reaches one’s own pages in another process when notifications were seen', async () => {
    const second = await openApp(app.config, openLog('silent'), app.database)
    try {
      const at = await second.http.listen({ host: '127.0.0.1', port: 0 })
      const { bugId, reporter } = await aBug()
      await comment(bugId)
      await second.notified()
      const page = await connected(reporter, at)
      await see(bugId, await lastEntry(bugId), reporter)
      await page.push('news-changed')
      await second.notified()
      const count = () => page.received.filter(({ name }) => name === 'news-changed').length
      const before = count()
      // Seen already, so nothing changes.
      await see(bugId, await lastEntry(bugId), reporter)
      await reporter.call(seeAllNotifications, {})
      await second.notified()
      await page.send(lookAt, {})
      expect(count()).toBe(before)
    } finally {
      await second.close()
    }
  })

  it('reaches nobody who has lost the right to see bugs', async () => {
    const admin = await app.person(['admin'])
    await app.database.pool.query(`insert into roles (name, permissions) values ('reader', '{canViewData}')`)
    const reader = await app.person(['reader'])
    const { bugId } = await aBug()
    await reader.call(followBug, { params: { bugId }, body: { following: true } })
    const page = await connected(reader)
    await admin.call(changeRole, { params: { roleName: 'reader' }, body: { permissions: [] } })
    await comment(bugId)
    await app.notified()
    const later = await connected(reader)
    await comment(bugId)
    await app.notified()
    await later.send(lookAt, {})
    for (const client of [page, later]) expect(client.received.map(({ name }) => name)).not.toContain('news-changed')
  })
})
