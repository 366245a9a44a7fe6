import type { Db, Prepared } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { indexOf, insertIndexedBug, matchMemoryOf, storeIndexes } from '#server/features/search/public.ts'
import { classifyBug, closeBug, editBug, listBugs, viewBug } from '#shared/bugs/contract.ts'
import { classifications } from '#shared/bugs/words.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ListOrder, orderBy } from './bug-list-statement.ts'
import { farRows, rememberedOrder } from './far-page.ts'
import { farRowsByWords } from './far-words.ts'
import type { ListFacts } from './order-blocks.ts'

/** Enough for a dozen blocks. */
const count = 3_000
const sorts = ['createdOn', 'title', 'description', 'stepsToReproduce'] as const
const ids: string[] = []
let app: TestApp
let staff: Caller & { userId: string }

/** Titles of which many are the same, and some that other rules would sort elsewhere. */
const titles = [
  'Lamp',
  'lamp',
  'LAMP 2',
  'lamp',
  'A lamp',
  '',
  'Ärger',
  'zebra',
  'éclair',
  '𝔐oth',
  '\u{ffff} last',
  'a b',
  'a-b',
  '~',
]
let seed = 7
const any = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
const anyTitle = () => `${titles[any(titles.length)] ?? ''}${any(3) === 0 ? '' : any(40)}` || '.'

beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['admin'])
  await app.inTx(async (tx) => {
    const bugs = Array.from({ length: count }, (_, n) => {
      // Some before 1970, and three at a time.
      const createdOn = new Date(Date.UTC(1968, 0, 1) + Math.floor(n / 3) * 86_400_000 * 20)
      const texts = { title: anyTitle(), description: `${anyTitle().repeat(20)} lamp`, stepsToReproduce: anyTitle() }
      return { id: newRecordId(new Date(n * 1000)), ...texts, createdOn }
    })
    ids.push(...bugs.map(({ id }) => id))
    for (let n = 0; n < count; n += 500) {
      const some = bugs.slice(n, n + 500)
      const rows = some.map(({ stepsToReproduce, createdOn, ...own }) => ({
        ...own,
        ...{ steps_to_reproduce: stepsToReproduce, created_on: createdOn, created_by: staff.userId },
        classification: classifications[any(classifications.length)] ?? 'approved',
      }))
      await tx.insertInto('bugs').values(rows).execute()
      await storeIndexes(
        tx,
        some.map((bug) => ({ id: bug.id, index: indexOf(bug, []) })),
      )
    }
  })
}, 60_000)
afterAll(() => app?.end())

const anyBug = () => ids[any(ids.length)] ?? ''
const baseVersionOf = async (bugId: string) => (await staff.call(viewBug, { params: { bugId } })).body.result.version

/** Imports a bug of any age; others go on writing while its transaction is open. */
async function importBug(openFor: number): Promise<void> {
  await app.inTx(async (tx) => {
    const texts = { title: anyTitle(), description: anyTitle(), stepsToReproduce: anyTitle() }
    const createdOn = new Date(Date.UTC(1968, 0, 1) + any(60 * 365) * 86_400_000)
    const id = newRecordId(createdOn)
    await insertIndexedBug(tx, { id, ...texts, createdOn, createdBy: staff.userId })
    const payload = { ...texts, createdOn: createdOn.toISOString(), createdBy: staff.userId }
    await recordEvent(tx, { type: 'bug-reported', subjectId: id, actorId: null, payload })
    await pause(openFor)
  })
}

/** One of all kinds of changes that move a bug in a list. */
async function change(): Promise<void> {
  const bugId = anyBug()
  switch (any(5)) {
    case 0:
      return importBug(any(30))
    case 1: {
      const texts = { title: anyTitle(), description: anyTitle(), stepsToReproduce: anyTitle() }
      await staff.call(editBug, { params: { bugId }, body: { ...texts, baseVersion: await baseVersionOf(bugId) } })
      return
    }
    case 2:
      await staff.call(closeBug, { params: { bugId }, body: { closed: any(2) === 0 } })
      return
    case 3: {
      const classification = classifications[any(3)] ?? 'approved'
      const body = { classification, baseVersion: await baseVersionOf(bugId) }
      await staff.call(classifyBug, { params: { bugId }, body })
      return
    }
    default: {
      const body = { into: anyBug(), close: true, baseVersion: await baseVersionOf(bugId) }
      await staff.call(mergeBug, { params: { bugId }, body })
    }
  }
}

interface Page {
  readonly ids: readonly string[]
  readonly total: number
}

/** The plain way to what is being looked for: all of it, in order. */
let plainText = ''
let plain: readonly string[] = []

/** A database that finds everything far in also the plain way, of the very same moment. */
function comparing(): Db {
  const { db, pool } = app.database
  return {
    ...db,
    prepared: async <Row>(statement: Prepared, values: readonly unknown[]) => {
      if (!statement.text.includes('told')) return db.prepared<Row>(statement, values)
      const client = await pool.connect()
      try {
        await client.query('begin isolation level repeatable read read only')
        const { rows } = await client.query(statement.text, [...values])
        plain = (await client.query<{ id: string }>(plainText)).rows.map(({ id }) => id)
        return rows as Row[]
      } finally {
        await client.query('commit')
        client.release()
      }
    },
  }
}

/** Looks at any page, and whether it is what `offset` finds. @returns whether it was found with what is remembered */
async function look(db: Db, query?: string): Promise<boolean> {
  const order: ListOrder = { by: sorts[any(4)] ?? 'createdOn', inverted: any(2) === 0 }
  const facts: ListFacts = {
    isClosed: any(3) === 0 ? any(2) === 0 : null,
    classification: any(4) === 0 ? (classifications[any(4)] ?? null) : null,
  }
  const size = 1 + any(30)
  const page = { number: Math.ceil((any(10) === 0 ? any(count) : 500 + any(count / 2)) / size), size }
  plainText = `select b.id from bugs b join bug_search s on s.bug_id = b.id
    where (${facts.isClosed}::boolean is null or b.is_closed = ${facts.isClosed}::boolean)
      and (${facts.classification === null} or b.classification = '${facts.classification}')
      and (${query === undefined} or s.words @@ $words$${query ?? ''}$words$) ${orderBy(order)}`
  const found =
    query === undefined
      ? await farRows(db, facts, order, page)
      : await farRowsByWords(db, { query, ...facts }, order, page)
  if (!found) {
    if (query !== undefined) await matchMemoryOf(db).known({ query, ...facts })
    return false
  }
  const from = (page.number - 1) * size
  const ids = (some: Page) => ({ ...some, order, facts, page })
  expect(ids({ ids: found.rows.map(({ id }) => id), total: found.total })).toEqual(
    ids({ ids: plain.slice(from, from + size), total: plain.length }),
  )
  return true
}

async function wished(db: Db): Promise<void> {
  for (const by of sorts) await rememberedOrder(db, by).wish()
}

describe.each([
  ['all bugs', undefined],
  ['bugs with a word', `'lamp'`],
])('a page far into %s', (_, query) => {
  it('is what the plain way finds, after each change', async () => {
    const db = comparing()
    await wished(db)
    let found = 0
    for (let n = 0; n < 40; n++) {
      await change()
      for (let again = 0; again < 4; again++) found += Number(await look(db, query))
    }
    expect(found).toBeGreaterThan(30)
  }, 120_000)

  it('is so at its very moment while others write', async () => {
    const db = comparing()
    await wished(db)
    let [found, isOver] = [0, false]
    const writers = [1, 2, 3].map(async () => {
      while (!isOver) await change()
    })
    try {
      while (found < 15) found += Number(await look(db, query))
    } finally {
      isOver = true
      await Promise.all(writers)
    }
    expect(found).toBe(15)
  }, 120_000)
})

it('a list remembers its order once somebody has looked far into it', async () => {
  const page = { pageNumber: '300', sortByInvert: 'true' } as const
  const before = await staff.call(listBugs, { query: page })
  await expect.poll(() => rememberedOrder(app.database.db, 'createdOn').standing?.blocks.length).toBeGreaterThan(10)
  expect((await staff.call(listBugs, { query: page })).body).toEqual(before.body)
})

it('an order that can’t be looked at is not needed for a page', async () => {
  const { db } = app.database
  let isAway = false
  const failing: Db = {
    ...db,
    prepared: (statement, values) =>
      isAway && statement.text.includes('latest') ? Promise.reject(new Error('away')) : db.prepared(statement, values),
  }
  const remembered = rememberedOrder(failing, 'createdOn')
  await remembered.wish()
  const [order, facts] = [
    { by: 'createdOn', inverted: false },
    { isClosed: null, classification: null },
  ] as const
  expect((await farRows(failing, facts, order, { number: 300, size: 5 }))?.rows).toHaveLength(5)
  isAway = true
  await importBug(0)
  expect(await farRows(failing, facts, order, { number: 300, size: 5 })).toBeUndefined()
  expect(remembered.standing).toBeUndefined()
})
