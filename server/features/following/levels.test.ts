import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { assignBug, closeBug, editMyBug, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { editComment } from '#shared/comments/contract.ts'
import {
  followBug,
  joinBug,
  listAllNotifications,
  listNotifications,
  seeAllNotifications,
  setBugLevel,
  viewBugLevel,
  listProductLevels,
  setProductLevel,
} from '#shared/following/contract.ts'
import { importBugs, sourceLines } from '#server/features/imports/public.ts'
import type { NotificationLevel } from '#shared/following/level.ts'
import { explainNotifications } from '#shared/following/why-contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { changeSettings } from '#shared/site/settings-contract.ts'
import type { SettingName } from '#shared/site/settings.ts'
import { setPreferences } from '#shared/users/contract.ts'
import { setBugFields } from '#shared/bugs/contract.ts'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Interest, interested } from './level-in-force.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let staff: Person
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'], { fullName: 'Stan Staff' })
})
afterAll(() => app?.end())

const texts = { title: 'It breaks', description: 'Always', stepsToReproduce: 'Start it' }
const customer = (fullName?: string) => app.person(['customer'], fullName === undefined ? {} : { fullName })
async function aBug() {
  const reporter = await customer()
  return { reporter, bugId: (await reporter.call(reportBug, { body: texts })).body.result._id }
}
const comment = async (bugId: string, message = 'Hello') =>
  (await staff.call(addComment, { params: { bugId }, body: { message } })).body.comment.commentId
const close = (bugId: string, closed = true) => staff.call(closeBug, { params: { bugId }, body: { closed } })
const level = (person: Person, bugId: string, chosen: NotificationLevel) =>
  person.call(setBugLevel, { params: { bugId }, body: { level: chosen } })
const levelNow = async (person: Person, bugId: string) =>
  (await person.call(viewBugLevel, { params: { bugId } })).body.result
async function news(person: Person) {
  await app.notified()
  return (await person.call(listNotifications, { query: {} })).body.result.map(({ bug, count, reason, less }) => ({
    bugId: bug._id,
    count,
    reason,
    less,
  }))
}

describe('how much somebody hears', () => {
  it('is chosen for a bug, which decides whether they follow it', async () => {
    const { bugId, reporter } = await aBug()
    expect((await reporter.call(viewBugLevel, { params: { bugId } })).body.result).toEqual({
      level: 'matters',
      chosenFor: 'usual',
    })
    expect((await level(reporter, bugId, 'status')).body.result.isFollowing).toBe(true)
    await comment(bugId)
    expect(await news(reporter)).toEqual([])
    await close(bugId)
    expect(await news(reporter)).toEqual([{ bugId, count: 1, reason: 'reported', less: 'mentions' }])
    expect((await level(reporter, bugId, 'nothing')).body.result).toMatchObject({
      isFollowing: false,
      followerCount: 1,
    })
    expect(await news(reporter)).toEqual([])
    await close(bugId, false)
    expect(await news(reporter)).toEqual([])
    expect((await reporter.call(viewBugLevel, { params: { bugId } })).body.result).toEqual({
      level: 'nothing',
      chosenFor: 'bug',
    })
  })

  it('may be what matters: the status, who it is assigned to, and what those say who triage', async () => {
    const { bugId, reporter } = await aBug()
    const other = await customer()
    await level(reporter, bugId, 'matters')
    const say = (person: Person) => person.call(addComment, { params: { bugId }, body: { message: 'Hello' } })
    const set = (person: Person, to: string) => person.call(assignBug, { params: { bugId }, body: { userId: to } })
    await say(other)
    await staff.call(setBugFields, { params: { bugId }, body: { priority: 'high' } })
    expect(await news(reporter)).toEqual([])
    const told = []
    for (const act of [() => say(staff), () => set(staff, staff.userId), () => close(bugId)]) {
      await act()
      told.push(...(await news(reporter)))
    }
    expect(told).toEqual([1, 2, 3].map((count) => ({ bugId, count, reason: 'reported', less: 'status' })))
  })

  it('is what one is to the bug until one chooses', async () => {
    const { bugId, reporter } = await aBug()
    const params = { bugId }
    const [joined, talking, follower] = [await customer(), await customer(), await customer()]
    for (const person of [joined, talking]) await person.call(joinBug, { params, body: {} })
    await follower.call(followBug, { params, body: { following: true } })
    await talking.call(addComment, { params, body: { message: 'Here too' } })
    const people = [reporter, joined, talking, follower]
    const usual = ['matters', 'status', 'everything', 'everything']
    const counts = () => Promise.all(people.map(async (person) => (await news(person))[0]?.count ?? 0))
    await app.notified()
    for (const person of people) await person.call(seeAllNotifications, {})
    expect(await Promise.all(people.map((person) => levelNow(person, bugId)))).toEqual(
      usual.map((level) => ({ level, chosenFor: 'usual' })),
    )
    await staff.call(setBugFields, { params, body: { priority: 'high' } })
    expect(await counts()).toEqual([0, 0, 1, 1])
    await comment(bugId)
    expect(await counts()).toEqual([1, 0, 2, 2])
    await close(bugId)
    expect(await counts()).toEqual([2, 1, 3, 3])
  })

  it('is until then as the installation is set', async () => {
    const admin = await app.person(['admin'])
    const set = (name: SettingName, was: NotificationLevel, value: NotificationLevel | null) =>
      admin.call(changeSettings, { body: { changes: [{ name, was, value }] } })
    const { bugId, reporter } = await aBug()
    const params = { bugId }
    const joined = await customer()
    await joined.call(joinBug, { params, body: {} })
    await set('newsForReporters', 'matters', 'mentions')
    await set('newsForAffected', 'status', 'matters')
    try {
      expect((await reporter.call(listProductLevels, {})).body.usual).toEqual({
        ...{ assignee: 'everything', reporter: 'mentions', affected: 'matters', follower: 'everything' },
      })
      expect(await levelNow(reporter, bugId)).toEqual({ level: 'mentions', chosenFor: 'usual' })
      await comment(bugId)
      expect(await news(reporter)).toEqual([])
      expect(await news(joined)).toEqual([{ bugId, count: 1, reason: 'joined', less: 'status' }])
      expect((await reporter.call(explainNotifications, { params })).body.result[0]).toMatchObject({
        whyNot: 'mentions',
      })
      // To follow a bug is to hear more of it.
      await reporter.call(followBug, { params, body: { following: true } })
      expect(await levelNow(reporter, bugId)).toEqual({ level: 'everything', chosenFor: 'bug' })
    } finally {
      await set('newsForReporters', 'mentions', null)
      await set('newsForAffected', 'matters', null)
    }
    expect(await levelNow(joined, bugId)).toEqual({ level: 'status', chosenFor: 'usual' })
  })

  it('is chosen once for all bugs', async () => {
    const { bugId, reporter } = await aBug()
    await reporter.call(setPreferences, { body: { newsLevel: 'status' } })
    await comment(bugId)
    expect(await news(reporter)).toEqual([])
    await close(bugId)
    expect(await news(reporter)).toMatchObject([{ bugId, count: 1, less: 'mentions' }])
  })

  it('is chosen for a product, of which one then hears without following its bugs', async () => {
    const { bugId } = await aBug()
    const watcher = await customer()
    const params = { productId: (await staff.call(viewBug, { params: { bugId } })).body.result.product._id }
    await watcher.call(setProductLevel, { params, body: { level: 'status' } })
    expect((await watcher.call(listProductLevels, {})).body.result).toMatchObject([
      { product: { _id: params.productId }, level: 'status' },
    ])
    await comment(bugId)
    await close(bugId)
    expect(await news(watcher)).toEqual([{ bugId, count: 1, reason: 'watches', less: 'mentions' }])
    await watcher.call(seeAllNotifications, {})
    await watcher.call(setProductLevel, { params, body: { level: null } })
    await close(bugId, false)
    expect(await news(watcher)).toEqual([])
    const unknown = { productId: 'f'.repeat(24) }
    expect((await watcher.call(setProductLevel, { params: unknown, body: { level: null } })).status).toBe(404)
  })

  it('goes along with a bug that is merged into another one', async () => {
    const [dup, orig] = [await aBug(), await aBug()]
    const follower = await customer()
    await level(follower, dup.bugId, 'status')
    await staff.call(mergeBug, { params: { bugId: dup.bugId }, body: { into: orig.bugId } })
    expect(await levelNow(follower, orig.bugId)).toEqual({ level: 'status', chosenFor: 'bug' })
    await close(orig.bugId)
    expect((await news(follower)).find(({ bugId }) => bugId === orig.bugId)).toMatchObject({ less: 'mentions' })
  })

  it('stays as it is when one follows again, and following a bug is more than mentions', async () => {
    const { bugId, reporter } = await aBug()
    const follow = (person: Person) => person.call(followBug, { params: { bugId }, body: { following: true } })
    await level(reporter, bugId, 'status')
    await follow(reporter)
    expect(await levelNow(reporter, bugId)).toEqual({ level: 'status', chosenFor: 'bug' })
    const quiet = await customer()
    await quiet.call(setPreferences, { body: { newsLevel: 'mentions' } })
    await follow(quiet)
    expect(await levelNow(quiet, bugId)).toEqual({ level: 'everything', chosenFor: 'bug' })
    await comment(bugId)
    expect(await news(quiet)).toMatchObject([{ bugId, count: 1, reason: 'follows' }])
  })

  it('by status also tells that a bug was assigned to them, and not that it was to others', async () => {
    const { bugId } = await aBug()
    const [one, other] = [await app.person(['staff']), await app.person(['staff'])]
    await level(one, bugId, 'status')
    await staff.call(assignBug, { params: { bugId }, body: { userId: other.userId } })
    expect(await news(one)).toEqual([])
    await staff.call(assignBug, { params: { bugId }, body: { userId: one.userId } })
    expect(await news(one)).toMatchObject([{ count: 1, reason: 'assigned' }])
  })
})

describe('a mention', () => {
  it('is told to who does not follow, once, and not to who wants nothing', async () => {
    const { bugId } = await aBug()
    const [ann, ben, cat] = [await customer('Ann Ashe'), await customer('Ben Birk'), await customer('Cat Cole')]
    await level(ben, bugId, 'nothing')
    await cat.call(followBug, { params: { bugId }, body: { following: false } })
    const commentId = await comment(bugId, '@Ann Ashe @Ben Birk @Cat Cole look')
    await comment(bugId)
    expect(await news(ann)).toEqual([{ bugId, count: 1, reason: 'mentioned', less: 'nothing' }])
    expect(await levelNow(ann, bugId)).toEqual({ level: 'mentions', chosenFor: 'usual' })
    expect(await news(ben)).toEqual([])
    expect(await news(cat)).toMatchObject([{ count: 1, reason: 'mentioned' }])
    const edited = await staff.call(editComment, {
      params: { bugId, commentId },
      body: { message: '@Ann Ashe @Ben Birk @Cat Cole please look' },
    })
    expect(edited.status).toBe(200)
    expect(await news(ann)).toMatchObject([{ count: 1 }])
    expect((await ann.call(viewBug, { params: { bugId } })).body.result.isFollowing).toBe(false)
  })

  it('is told again only when another text names them, and a longer name is another one', async () => {
    const { reporter, bugId } = await aBug()
    const [fay, faye, gil] = [await customer('Fay Fox'), await customer('Fay Foxworth'), await customer('Gil Gray')]
    const edit = async (body: Partial<typeof texts>) =>
      expect((await reporter.call(editMyBug, { params: { bugId }, body: { ...texts, ...body } })).status).toBe(200)
    const counts = async () => {
      const all = [await news(fay), await news(faye), await news(gil)]
      return all.map((found) => found[0]?.count ?? 0)
    }
    const description = '@Fay Foxworth look'
    await edit({ description })
    expect(await counts()).toEqual([0, 1, 0])
    await edit({ description, stepsToReproduce: '@Gil Gray does' })
    expect(await counts()).toEqual([0, 1, 1])
    await edit({ description: `${description} @Fay Fox`, stepsToReproduce: '@Gil Gray does' })
    expect(await counts()).toEqual([1, 1, 1])
  })

  it('of somebody who may not see the bug is told to nobody, also not once they may', async () => {
    const { bugId, reporter } = await aBug()
    const dan = await customer('Dan Dorn')
    const admin = await app.person(['admin'])
    const made = await admin.call(setBugFields, { params: { bugId }, body: { isPrivate: true } })
    expect(made.status).toBe(200)
    const said = await reporter.call(addComment, { params: { bugId }, body: { message: '@Dan Dorn' } })
    expect(said.status).toBe(200)
    expect(await news(dan)).toEqual([])
    await admin.call(setBugFields, { params: { bugId }, body: { isPrivate: false } })
    expect(await news(dan)).toEqual([])
  })

  it('is not shown while its bug is hidden', async () => {
    const { bugId } = await aBug()
    const eve = await customer('Eve Elm')
    const admin = await app.person(['admin'])
    await comment(bugId, '@Eve Elm')
    expect(await news(eve)).toHaveLength(1)
    await admin.call(setBugFields, { params: { bugId }, body: { isPrivate: true } })
    expect(await news(eve)).toEqual([])
    for (const state of ['unread', 'done'] as const) {
      expect((await eve.call(listAllNotifications, { query: { state } })).body.pagination.totalCount).toBe(0)
    }
  })
})

it('what an import brings is news to nobody, also where people follow the bug', async () => {
  const { userId, email } = await app.person(['staff'])
  const line = (comments: number) => ({
    ...{ id: 'OLD-1', title: 'Came along', created: '2024-03-01T10:00:00Z', reporter: { email } },
    comments: Array.from({ length: comments }, (_, n) => ({
      ...{ id: n, author: { email }, created: '2024-03-02T10:00:00Z', message: `Comment ${n}` },
    })),
  })
  const watch = { badLine: () => {}, note: () => {}, progress: () => {} }
  const brought = (comments: number) =>
    importBugs(
      app.inTx,
      sourceLines(Readable.from([Buffer.from(JSON.stringify(line(comments)))])),
      watch,
      new AbortController().signal,
    )
  await brought(1)
  const { rows } = await app.database.pool.query<{ id: string }>(`select id from bugs where external_id = 'OLD-1'`)
  const bugId = rows[0]?.id ?? ''
  const [follower, watcher] = [await customer(), await customer()]
  await level(follower, bugId, 'everything')
  const productId = '0'.repeat(23) + '1'
  await watcher.call(setProductLevel, { params: { productId }, body: { level: 'everything' } })
  await brought(2)
  expect((await app.eventsOf(bugId)).map(({ type, actor_id }) => [type, actor_id])).toEqual([
    ['bug-reported', userId],
    ['comment-added', userId],
    ['comment-added', userId],
  ])
  for (const person of [follower, watcher]) expect(await news(person)).toEqual([])
})

it('followers of a long row of merged bugs are read without asking up from each of them', async () => {
  const [length, each] = [30, 20]
  const { pool } = app.database
  const bugs = Array.from({ length }, (_, n) => `b0${n.toString(16).padStart(22, '0')}`)
  await pool.query(
    `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by)
      select id, 'A bug', '', '', now(), $2 from unnest($1::text[]) as id`,
    [bugs, staff.userId],
  )
  const followers = `insert into users (id, email, full_name, given_name, family_name, password_hash, created_on)
    select lpad(to_hex(x'abc000'::int + n), 24, '0'), 'f' || n || '@row.test', 'F', 'F', 'F', 'none', now()
      from generate_series(0, $1) n`
  await pool.query(followers, [length * each - 1])
  await pool.query(
    `insert into bug_followers (bug_id, user_id, is_following, since, from_event)
      select ($1::text[])[1 + n / $2], lpad(to_hex(x'abc000'::int + n), 24, '0'), true, now(), 0
        from generate_series(0, $3) n`,
    [bugs, each, length * each - 1],
  )
  // The merges in the middle are the last ones.
  const order = bugs.slice(1).toSorted()
  const merges = new Map<string, number>()
  for (const [n, bugId] of [...order.slice(10), ...order.slice(0, 10)].entries()) {
    await pool.query(
      `update bugs set classification = 'duplicate', duplicate_of = $2, is_merged = true where id = $1`,
      [bugId, bugs[bugs.indexOf(bugId) - 1]],
    )
    const { rows } = await pool.query<{ id: number }>(
      `insert into events (type, subject_id, actor_id, payload) values ('bug-merged', $1, $2, $3) returning id`,
      [bugId, staff.userId, JSON.stringify({ merged: { from: n === 0, to: true } })],
    )
    merges.set(bugId, rows[0]?.id ?? 0)
  }
  await pool.query('analyze bugs; analyze bug_followers; analyze events')

  const below = (await pool.query<Interest>(interested.text, [[bugs[0]]])).rows.filter(({ isOwn }) => !isOwn)
  expect(below).toHaveLength((length - 1) * each)
  const last = (index: number) => Math.max(...bugs.slice(1, index + 1).map((bugId) => merges.get(bugId) ?? 0))
  for (const { userId, fromEvent } of below)
    expect(fromEvent).toBe(last(Math.floor((parseInt(userId, 16) - 0xabc000) / each)))
  const explained = await pool.query(`explain (analyze, format json) ${interested.text}`, [[bugs[0]]])
  let looks = 0
  JSON.stringify(explained.rows, (_, node: { 'Relation Name'?: string; 'Actual Loops'?: number } | null) => {
    if (node?.['Relation Name'] === 'bugs' || node?.['Relation Name'] === 'events') looks += node['Actual Loops'] ?? 0
    return node
  })
  expect(looks).toBeLessThan(4 * length)
})

it('what was seen ends a month later', async () => {
  const [reader, old, lately, unseen] = [await customer(), await aBug(), await aBug(), await aBug()]
  const bugs = [old.bugId, lately.bugId, unseen.bugId]
  for (const bugId of bugs) {
    await level(reader, bugId, 'everything')
    await comment(bugId)
  }
  await app.notified()
  const { pool } = app.database
  const see = `update notifications set seen_on = now() - make_interval(days => $3) where user_id = $1 and bug_id = $2`
  await pool.query(see, [reader.userId, old.bugId, 31])
  await pool.query(see, [reader.userId, lately.bugId, 29])
  await app.runJob('delete-seen-notifications')
  const { rows } = await pool.query<{ bug_id: string }>('select bug_id from notifications where user_id = $1', [
    reader.userId,
  ])
  expect(rows.map(({ bug_id }) => bug_id).toSorted()).toEqual([lately.bugId, unseen.bugId].toSorted())
})

it('what nobody sees ends, sooner for who is deactivated', async () => {
  const [old, lately] = [await aBug(), await aBug()]
  const [reader, gone] = [await customer(), await customer()]
  for (const person of [reader, gone]) for (const { bugId } of [old, lately]) await level(person, bugId, 'everything')
  for (const { bugId } of [old, lately]) await comment(bugId)
  await app.notified()
  const { pool } = app.database
  const age = `update events set at = now() - make_interval(days => $2) where subject_id = $1`
  await pool.query(age, [old.bugId, 181])
  await pool.query(age, [lately.bugId, 31])
  await pool.query('update users set deactivated_on = now() where id = $1', [gone.userId])
  await app.runJob('delete-seen-notifications')
  const { rows } = await pool.query(
    'select user_id, bug_id from notifications where user_id = any($1) and bug_id = any($2)',
    [
      [reader.userId, gone.userId],
      [old.bugId, lately.bugId],
    ],
  )
  expect(rows).toEqual([{ user_id: reader.userId, bug_id: lately.bugId }])
})

it('what was seen is done, page by page', async () => {
  const person = await customer()
  const bugs = [await aBug(), await aBug(), await aBug()]
  for (const { bugId } of bugs) {
    await level(person, bugId, 'everything')
    await comment(bugId)
    await comment(bugId)
  }
  await news(person)
  await person.call(seeAllNotifications, {})
  await comment(bugs[1]?.bugId ?? '')
  await app.notified()
  const list = async (query: Record<string, string>) => (await person.call(listAllNotifications, { query })).body
  expect((await list({})).result).toMatchObject([{ bug: { _id: bugs[1]?.bugId }, count: 1 }])
  expect(await list({ state: 'done', pageSize: '1', pageNumber: '2' })).toMatchObject({
    result: [{ bug: { _id: bugs[0]?.bugId }, count: 2, reason: 'follows' }],
    pagination: { totalCount: 2, totalPages: 2 },
  })
})
