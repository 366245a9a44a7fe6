import { newRecordId } from '#server/db/record-id.ts'
import { indexOf, storeIndexes } from '#server/features/search/public.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import type { FieldKind, StoredValue } from '#shared/custom-fields/custom-field.ts'
import { fieldTerm } from '#shared/custom-fields/field-name.ts'
import { exportBugs } from '#shared/exporting/contract.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** So many that pages are made from either end, and that words are found by walking and by gathering. */
const count = 3_000
const pageSize = 100
const offered = ['Low', 'Middle', 'High']
const kinds: Readonly<Record<string, FieldKind>> = {
  ...{ cost: 'number', due: 'date', risk: 'choice', note: 'text', paid: 'yes-no', seldom: 'text', every: 'text' },
  ...{ systems: 'choices', tester: 'person' },
}

interface Made {
  readonly id: string
  readonly description: string
  readonly createdOn: Date
  readonly fields: Record<string, StoredValue>
}

const bugs: Made[] = []
let app: TestApp
let viewer: Caller

function fieldsOf(n: number, tester: string): Record<string, StoredValue> {
  return {
    ...(n % 3 > 0 && { cost: ((n * 31) % 500) - 20 }),
    ...(n % 4 > 0 && { due: new Date(Date.UTC(2026, 0, 1 + (n % 90))).toISOString().slice(0, 10) }),
    ...(n % 5 > 0 && { risk: [...offered, 'Other', 'Another'][n % 5] ?? '' }),
    ...(n % 6 > 0 && { note: `${n % 2 === 0 ? 'A' : 'b'}${n % 700}` }),
    ...(n % 7 > 0 && { paid: n % 2 === 0 }),
    ...(n % 1000 === 0 && { seldom: `s${n}` }),
    ...{ every: `e${n % 50}`, systems: offered, tester: { _id: tester } },
  }
}

beforeAll(async () => {
  app = await openTestApp()
  const { userId } = await app.person(['customer'])
  viewer = await app.person(['staff'])
  for (const [place, [key, kind]] of Object.entries(kinds).entries()) {
    await app.database.pool.query(
      `insert into product_fields (id, product_number, key, name, kind, choices, place) values ($1, 0, $2, $2, $3, $4, $5)`,
      [newRecordId(), key, kind, kind.startsWith('choice') ? offered : [], place],
    )
  }
  for (let n = 0; n < count; n++) {
    // Two at a time, so that ids decide between them.
    const createdOn = new Date(Date.UTC(2020, 0, 1) + Math.floor(n / 2) * 3_600_000)
    const description = n % 10 === 9 ? 'moth' : 'lamp'
    bugs.push({ id: newRecordId(createdOn), description, createdOn, fields: fieldsOf(n, userId) })
  }
  await app.inTx(async (tx) => {
    const texts = { title: 'Bug', steps_to_reproduce: 'Look' }
    for (let n = 0; n < count; n += 500) {
      const some = bugs.slice(n, n + 500)
      const rows = some.map(({ createdOn, fields, ...own }) => ({
        ...own,
        ...texts,
        ...{ created_on: createdOn, created_by: userId, fields: JSON.stringify(fields) },
      }))
      await tx.insertInto('bugs').values(rows).execute()
      const said = { title: 'Bug', stepsToReproduce: 'Look' }
      await storeIndexes(
        tx,
        some.map((bug) => ({ id: bug.id, index: indexOf({ ...bug, ...said }, []) })),
      )
    }
  })
  // As it is some time later: PostgreSQL does this by itself.
  await app.database.pool.query('analyze bugs, bug_field_values, bug_search')
})
afterAll(() => app?.end())

type Key = readonly [number, string]
const compare = ([one, word]: Key, [other, its]: Key) => one - other || (word < its ? -1 : word > its ? 1 : 0)

/** The ids of bugs the slow way. */
function inOrder(of: readonly Made[], key: string, inverted: boolean): string[] {
  const kind = kinds[key]
  const isSorting = kind !== undefined && kind !== 'choices' && kind !== 'person'
  const keyOf = ({ fields }: Made): Key => {
    const value = fields[key] as StoredValue
    if (typeof value === 'number') return [value, '']
    const place = kind === 'choice' ? offered.indexOf(String(value)) : 0
    return [place < 0 ? offered.length : place, String(value).toLowerCase()]
  }
  const byId = (one: Made, other: Made) => (one.id < other.id ? -1 : 1)
  const valued = of.filter(({ fields }) => isSorting && fields[key] !== undefined)
  const sorted = valued.toSorted((one, other) => compare(keyOf(one), keyOf(other)) || byId(one, other))
  const bare = of
    .filter((bug) => !valued.includes(bug))
    .toSorted((one, other) => other.createdOn.getTime() - one.createdOn.getTime() || byId(other, one))
  return [...(inverted ? sorted.toReversed() : sorted), ...bare].map(({ id }) => id)
}

async function allPages(keywords: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const query = { keywords, pageNumber: `${page}`, pageSize: `${pageSize}` }
    const { status, body } = await viewer.call(listBugs, { query })
    expect([status, keywords]).toEqual([200, keywords])
    ids.push(...body.result.map(({ _id }) => _id))
    if (page >= body.pagination.totalPages) return ids
  }
}

const searches = {
  everything: { words: '', holds: () => true },
  'a common word': { words: 'lamp', holds: ({ description }: Made) => description === 'lamp' },
  'a rarer word': { words: 'moth', holds: ({ description }: Made) => description === 'moth' },
  'a fact': { words: 'field.paid:yes', holds: ({ fields }: Made) => fields['paid'] === true },
}

it.each([...Object.keys(kinds), 'nowhere'])(
  'each page of a list by %s has what belongs there, in both directions, whatever is searched',
  async (key) => {
    // A kind of order has the same statements whatever the field.
    const asked = ['cost', 'risk', 'seldom'].includes(key) ? Object.values(searches) : [searches.everything]
    for (const { words, holds } of asked)
      for (const inverted of [false, true]) {
        const keywords = `${words} sort:${fieldTerm(key)}${inverted ? '-desc' : ''}`
        const ids = await allPages(keywords)
        expect(ids.length, keywords).toBe(bugs.filter(holds).length)
        expect(ids, keywords).toEqual(inOrder(bugs.filter(holds), key, inverted))
      }
  },
)

it.each(['cost', 'risk', 'note'])('an export by %s has the order of the list', async (key) => {
  for (const words of ['moth', 'field.paid:yes']) {
    const keywords = `${words} sort:${fieldTerm(key)}-desc`
    const { body } = await viewer.call(exportBugs, { query: { keywords, format: 'jsonl' } })
    const lines = (body as unknown as string).trim().split('\n').slice(0, -1)
    const holds = words === 'moth' ? searches['a rarer word'].holds : searches['a fact'].holds
    const expected = inOrder(bugs.filter(holds), key, true)
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(expected)
  }
})
