import { anActor } from '#testing/an-actor.ts'
import { validate } from '#server/http/validate.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { insertBug } from '#server/features/bugs/public.ts'
import { indexOf, storeIndexes } from '#server/features/search/public.ts'
import {
  assignBug,
  classifyBug,
  closeBug,
  editBug,
  listBugs,
  reportBug,
  setBugStatus,
  viewBug,
} from '#shared/bugs/contract.ts'
import { addComment, deleteComment, editComment } from '#shared/comments/contract.ts'
import { undoChange } from '#shared/history/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listBugs as list } from '../list-bugs.ts'

/** Every other one has the word. */
const count = 2_600
const isOpen = { keywords: 'lamp is:open' }
const ids: string[] = []
let app: TestApp
let staff: Caller & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['admin'])
  await app.inTx(async (tx) => {
    const bugs = Array.from({ length: count }, (_, n) => {
      const createdOn = new Date(Date.UTC(2021, 0, 1) + n * 3_600_000)
      const texts = { title: `Bug ${n}`, description: n % 2 === 0 ? 'A lamp' : 'A moth' }
      return { id: newRecordId(createdOn), ...texts, stepsToReproduce: 'Look.', createdOn }
    })
    ids.push(...bugs.map(({ id }) => id))
    const rows = bugs.map(({ stepsToReproduce, createdOn, ...own }) => ({
      ...own,
      ...{ steps_to_reproduce: stepsToReproduce, created_on: createdOn, created_by: staff.userId },
    }))
    for (let n = 0; n < count; n += 500)
      await tx
        .insertInto('bugs')
        .values(rows.slice(n, n + 500))
        .execute()
    await storeIndexes(
      tx,
      bugs.map((bug) => ({ id: bug.id, index: indexOf(bug, []) })),
    )
  })
})
afterAll(() => app?.end())

async function total(query: { keywords: string; maxAge?: string }): Promise<number> {
  const { status, body } = await staff.call(listBugs, { query })
  expect(status).toBe(200)
  return body.pagination.totalCount
}

async function counted(open: boolean): Promise<number> {
  const { rows } = await app.database.pool.query<{ n: number }>(
    `select count(*) as n from bug_search where words @@ '''lamp'':* | ''=lamp''' and (not $1 or not is_closed)`,
    [open],
  )
  return rows[0]?.n ?? NaN
}

async function expectExact(): Promise<void> {
  expect([await total({ keywords: 'lamp' }), await total(isOpen)]).toEqual([await counted(false), await counted(true)])
}

const baseVersionOf = async (bugId: string) => (await staff.call(viewBug, { params: { bugId } })).body.result.version

it('a remembered total is right after every kind of change', async () => {
  await expectExact()
  expect(await total({ keywords: 'lamp' })).toBe(count / 2)
  const report = { title: 'Another', description: 'It has a lamp.', stepsToReproduce: 'Look.' }
  expect((await staff.call(reportBug, { body: report })).status).toBe(200)
  expect(await total({ keywords: 'lamp' })).toBe(count / 2 + 1)
  const [withLamp = '', withMoth = ''] = ids
  const said = await staff.call(addComment, { params: { bugId: withMoth }, body: { message: 'No, a lamp.' } })
  expect(said.status).toBe(200)
  expect(await total({ keywords: 'lamp' })).toBe(count / 2 + 2)
  const { commentId = '' } = (await staff.call(viewBug, { params: { bugId: withMoth } })).body.result.comments[0] ?? {}
  await staff.call(editComment, {
    params: { bugId: withMoth, commentId },
    body: { message: 'No, a moth.', baseVersion: 1 },
  })
  await expectExact()
  const closing = await staff.call(closeBug, { params: { bugId: withLamp }, body: { closed: true } })
  expect(closing.status).toBe(200)
  await expectExact()
  const classified = await staff.call(classifyBug, {
    params: { bugId: withLamp },
    body: { classification: 'approved', baseVersion: await baseVersionOf(withLamp) },
  })
  expect(classified.status).toBe(200)
  await expectExact()
  expect(await total({ keywords: 'lamp class:approved' })).toBe(1)
})

/** Each is remembered: more than a hundred match. Ages are not, so that beside one all are counted. */
const facts = [
  'assignee:none',
  '-status:"in progress"',
  '-commenter:@me',
  '-class:duplicate',
  '-author:nobody',
  '-sofa',
]

it('so is one of words beside facts, and what is taken back', async () => {
  const [bugId = '', original = ''] = ids.filter((_, n) => n % 2 === 0).slice(500)
  const params = { bugId }
  const version = async () => ({ baseVersion: await baseVersionOf(bugId) })
  const undo = async () => {
    const { rows } = await app.database.pool.query('select max(id) as id from events where subject_id = $1', [bugId])
    return staff.call(undoChange, { params: { bugId, entryId: String(rows[0].id) } })
  }
  const expectCounted = async (after: string) => {
    for (const fact of facts) {
      const keywords = `lamp ${fact}`
      const found = [await total({ keywords }), keywords, after]
      expect(found).toEqual([await total({ keywords, maxAge: '36500' }), keywords, after])
    }
  }
  await expectCounted('nothing')
  const texts = { title: 'A sofa', description: 'A lamp', stepsToReproduce: 'Look.' }
  const changes = {
    assigning: async () => staff.call(assignBug, { params, body: { userId: staff.userId, ...(await version()) } }),
    working: async () => staff.call(setBugStatus, { params, body: { status: 'In Progress', ...(await version()) } }),
    editing: async () => staff.call(editBug, { params, body: { ...texts, ...(await version()) } }),
    commenting: async () => staff.call(addComment, { params, body: { message: 'Not that one.' } }),
    merging: async () => staff.call(mergeBug, { params, body: { into: original, close: true, ...(await version()) } }),
  }
  for (const [name, change] of Object.entries(changes)) {
    const before = await Promise.all(facts.map((fact) => total({ keywords: `lamp ${fact}` })))
    expect([(await change()).status, name]).toEqual([200, name])
    await expectCounted(name)
    expect(await Promise.all(facts.map((fact) => total({ keywords: `lamp ${fact}` }))), name).not.toEqual(before)
    if (name === 'commenting') {
      const [comment] = (await staff.call(viewBug, { params })).body.result.comments
      await staff.call(deleteComment, { params: { bugId, commentId: comment?.commentId ?? '' } })
      await expectCounted('deleting a comment')
    }
    expect([(await undo()).status, `undo of ${name}`]).toEqual([200, `undo of ${name}`])
    await expectCounted(`undo of ${name}`)
  }
})

it('what a transaction wrote that was still open is seen once it has ended', async () => {
  await expectExact()
  const before = await total({ keywords: 'lamp' })
  const [wrote, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = app.inTx(async (tx) => {
    const createdOn = new Date()
    const texts = { title: 'Slow', description: 'Also a lamp', stepsToReproduce: 'Wait.' }
    const id = newRecordId(createdOn)
    await insertBug(tx, { id, ...texts, createdOn, createdBy: staff.userId })
    await recordEvent(tx, {
      type: 'bug-reported',
      subjectId: id,
      actorId: staff.userId,
      payload: { ...texts, createdOn: createdOn.toISOString(), createdBy: staff.userId },
    })
    wrote.resolve()
    await mayEnd.promise
  })
  await wrote.promise
  expect(await total({ keywords: 'lamp' })).toBe(before)
  await staff.call(addComment, { params: { bugId: ids[3] ?? '' }, body: { message: 'A lamp here too.' } })
  expect(await total({ keywords: 'lamp' })).toBe(before + 1)
  mayEnd.resolve()
  await slow
  expect(await total({ keywords: 'lamp' })).toBe(before + 2)
  await expectExact()
})

it('everybody who asks at once, while others write, gets what was there when they asked', async () => {
  const ask = async (bugId: string) => {
    await staff.call(addComment, { params: { bugId }, body: { message: 'A lamp.' } })
    return total({ keywords: 'lamp' })
  }
  const first = await total({ keywords: 'lamp' })
  const some = ids.filter((_, n) => n % 2 === 1).slice(100, 120)
  const totals = await Promise.all(some.map(ask))
  for (const one of totals) expect(one).toBeGreaterThan(first)
  expect(Math.max(...totals)).toBe(first + some.length)
  await expectExact()
})

it.each([{}, { closed: 'open' }, { closed: 'closed', classification: 'approved' }] as const)(
  'ages are counted to the millisecond, among %j',
  async (facts) => {
    const now = new Date()
    const newest = Math.floor((now.getTime() - Date.UTC(2021, 0, 1)) / 86_400_000)
    for (const { minAge, maxAge } of [
      { minAge: newest - 60, maxAge: undefined },
      { minAge: undefined, maxAge: newest - 10 },
      { minAge: newest - 90, maxAge: newest - 2 },
      { minAge: newest - 50, maxAge: newest - 50 },
      { minAge: newest - 51, maxAge: newest - 50 },
    ]) {
      const reported = new Date(now.getTime() - ((maxAge ?? minAge ?? 0) * 86_400_000 - 1_000))
      for (let again = 0; again < 2; again++) {
        const ages = {
          ...(minAge !== undefined && { minAge: `${minAge}` }),
          ...(maxAge !== undefined && { maxAge: `${maxAge}` }),
        }
        const answer = await bugListAt({ ...ages, ...facts }, now)
        const { rows } = await app.database.pool.query<{ n: number }>(
          `select count(*) as n from bugs where ($1::float8 is null or created_on <= $3::timestamptz - $1 * interval '24 hours')
          and ($2::float8 is null or created_on >= $3::timestamptz - $2 * interval '24 hours')
          and ($4::text is null or is_closed = ($4 = 'closed')) and ($5::text is null or classification = $5)`,
          [
            minAge ?? null,
            maxAge ?? null,
            now,
            'closed' in facts ? facts.closed : null,
            'classification' in facts ? facts.classification : null,
          ],
        )
        expect([answer, ages]).toEqual([rows[0]?.n, ages])
        // An import may bring a bug of any age, here just inside of the filter.
        await importBug(reported)
      }
    }
  },
)

async function bugListAt(query: Record<string, string>, now: Date): Promise<number> {
  const actor = anActor({ userId: staff.userId, permissions: ['canViewData'] })
  const parsed = validate(listBugs.query, query, 'query') as QueryOf<typeof listBugs>
  return (await list(app.database.db, actor, parsed, now)).pagination.totalCount
}

async function importBug(createdOn: Date): Promise<void> {
  await app.inTx(async (tx) => {
    const texts = { title: 'Imported', description: 'Nothing', stepsToReproduce: 'None.' }
    const id = newRecordId(createdOn)
    await insertBug(tx, { id, ...texts, createdOn, createdBy: staff.userId })
    const payload = { ...texts, createdOn: createdOn.toISOString(), createdBy: staff.userId }
    await recordEvent(tx, { type: 'bug-reported', subjectId: id, actorId: null, payload })
  })
}
