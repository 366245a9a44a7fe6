import { reportBug, setBugStatus, listBugs, viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { joinBug } from '#shared/following/contract.ts'
import { maxSnoozes, snoozeBug, wakeBug } from '#shared/snoozing/contract.ts'
import { countViews, createView } from '#shared/views/contract.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

type Person = Caller & { userId: string }

let app: TestApp
let ann: Person
let ben: Person
let bugId: string
let word: string
let made = 0
beforeAll(async () => {
  app = await openTestApp()
  ann = await app.person(['staff'])
  ben = await app.person(['staff'])
})
beforeEach(async () => {
  word = `word${++made}`
  bugId = await aBug(word)
})
afterAll(() => app?.end())

async function aBug(title: string): Promise<string> {
  const reporter = await app.person(['customer'])
  const body = { title, description: 'd', stepsToReproduce: 's' }
  return (await reporter.call(reportBug, { body })).body.result._id
}

const snooze = (person: Person, until: string, id = bugId) =>
  person.call(snoozeBug, { params: { bugId: id }, body: { until } })
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const found = async (person: Person, keywords: string) => {
  const { body } = await person.call(listBugs, { query: { keywords: `${word} ${keywords}` } })
  return body.result.map(({ _id }) => _id)
}
/** Whether it is snoozed by the three ways of asking, which must agree. */
async function snoozedFor(person: Person) {
  const { body } = await person.call(viewBug, { params: { bugId } })
  const listed = (await person.call(listBugs, { query: { keywords: word } })).body.result
  const { snoozedUntil } = body.result
  expect(listed.map((bug) => bug.snoozedUntil)).toEqual([snoozedUntil])
  expect(await found(person, 'is:snoozed')).toEqual(snoozedUntil === undefined ? [] : [bugId])
  expect(await found(person, '-is:snoozed')).toEqual(snoozedUntil === undefined ? [bugId] : [])
  expect(await found(person, 'is:open')).toEqual([bugId])
  return snoozedUntil
}

it('until a time: hidden from the person’s own queue alone, whatever others do, and back by itself', async () => {
  const until = inSeconds(3)
  const answer = await snooze(ann, until)
  expect([answer.status, answer.body.result.snoozedUntil]).toEqual([200, until])
  expect(await snoozedFor(ann)).toBe(until)
  expect(await snoozedFor(ben)).toBeUndefined()
  await ben.call(addComment, { params: { bugId }, body: { message: 'still so' } })
  expect(await snoozedFor(ann)).toBe(until)
  await expect.poll(() => snoozedFor(ann)).toBeUndefined()
})

it('until somebody else does something: not the person’s own doing, but any of another', async () => {
  const others = {
    comment: () => ben.call(addComment, { params: { bugId }, body: { message: 'm' } }),
    change: () => ben.call(setBugStatus, { params: { bugId }, body: { status: 'In Progress' } }),
    join: () => ben.call(joinBug, { params: { bugId }, body: {} }),
  }
  for (const [name, act] of Object.entries(others)) {
    await snooze(ann, 'activity')
    await ann.call(addComment, { params: { bugId }, body: { message: 'mine' } })
    expect([await snoozedFor(ann), name]).toEqual(['activity', name])
    expect([(await act()).status, await snoozedFor(ann), name]).toEqual([200, undefined, name])
  }
  // What was done before does not count.
  await snooze(ann, 'activity')
  expect(await snoozedFor(ann)).toBe('activity')
})

it('ends when it is woken, and takes another time in place of the first', async () => {
  await snooze(ann, 'activity')
  const until = inSeconds(3600)
  expect((await snooze(ann, until)).body.result.snoozedUntil).toBe(until)
  const woken = await ann.call(wakeBug, { params: { bugId } })
  expect([woken.status, woken.body.result.snoozedUntil]).toEqual([200, undefined])
  expect(await snoozedFor(ann)).toBeUndefined()
  expect((await ann.call(wakeBug, { params: { bugId } })).status).toBe(200)
})

it('is refused for times that are past, too far away or none, for no bug, and past the most', async () => {
  const noDay = `${new Date().getUTCFullYear() + 1}-02-30T09:00:00+02:00`
  for (const until of [inSeconds(-1), '2999-01-01T00:00:00Z', '2026-13-01T00:00:00Z', noDay, 'tomorrow', '2999-01-01'])
    expect([(await snooze(ann, until)).refusal.error.field, until]).toEqual(['until', until])
  expect((await snooze(ann, 'activity', 'f'.repeat(24))).status).toBe(404)
  expect((await ann.call(wakeBug, { params: { bugId: 'f'.repeat(24) } })).status).toBe(404)
  const many = await app.person(['staff'])
  await app.database.pool.query(
    `with made as (insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by)
      select 'aaaaaaaa' || lpad(to_hex(n), 16, '0'), 't', 'd', 's', now(), $1 from generate_series(1, ${maxSnoozes}) n returning id)
     select id from made`,
    [many.userId],
  )
  await app.database.pool.query(
    `insert into bug_snoozes select $1, id, null, 0 from bugs where starts_with(id, 'aaaaaaaa')`,
    [many.userId],
  )
  expect((await snooze(many, 'activity')).status).toBe(409)
  // Those that have come back make room.
  await app.database.pool.query(`update bug_snoozes set until = now() - interval '1 s' where user_id = $1`, [
    many.userId,
  ])
  expect((await snooze(many, 'activity')).status).toBe(200)
})

it('the counts of queues follow it, each person’s own', async () => {
  await app.database.pool.query(
    `update bugs set classification = 'approved' where classification = 'unclassified' and id <> $1`,
    [bugId],
  )
  // Nobody's snoozes of before.
  ann = await app.person(['staff'])
  const own = await ann.call(createView, {
    body: { name: 'Own', search: { keywords: `${word} -is:snoozed`, author: 'f'.repeat(24) }, isShared: false },
  })
  const ownId = own.body.result._id
  const count = async (person: Person, ids = 'untriaged,snoozed') => {
    const { body } = await person.call(countViews, { query: { ids } })
    return Object.fromEntries(body.result.map(({ _id, total }) => [_id, total]))
  }
  expect(await count(ann)).toEqual({ untriaged: 1, snoozed: 0 })
  await snooze(ann, 'activity')
  expect(await count(ann)).toEqual({ untriaged: 0, snoozed: 1 })
  expect(await count(ben)).toEqual({ untriaged: 1, snoozed: 0 })
  await ben.call(addComment, { params: { bugId }, body: { message: 'm' } })
  expect(await count(ann)).toEqual({ untriaged: 1, snoozed: 0 })
  // Somebody else's private view, and none at all.
  expect(await count(ann, `${ownId},nothing,untriaged`)).toEqual({ [ownId]: 0, untriaged: 1 })
  expect(await count(ben, `${ownId},untriaged`)).toEqual({ untriaged: 1 })
})
