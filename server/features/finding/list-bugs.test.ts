import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import { type BugSort, type BugStatus, bugSorts, classifications, isClosedStatus } from '#shared/bugs/words.ts'
import { bugFields, plainNames } from '#shared/bugs/fields.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { wordsOf } from '#shared/search/words.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertBug } from '#server/features/bugs/bug-store.ts'

interface Made {
  id: string
  title: string
  description: string
  stepsToReproduce: string
  createdOn: Date
  isClosed: boolean
  status: BugStatus
  classification: string
  priority: string
  severity: string
  createdBy: string
  assignedTo: string | null
  updatedOn: Date
  affectedCount: number
  isOwed: boolean
}

const day = 86_400_000
const vocabulary = ['Lamp', 'moth', 'dusk', 'wing', 'shade', 'Café', 'ÉCLAIR', 'foo_bar', 'x1', 'über']
const made: Made[] = []
let app: TestApp
let viewer: Caller & { userId: string }
let other: string

/** 120 bugs whose texts repeat, so that sorts meet ties, over 60 days at 06:00 past each whole day. */
beforeAll(async () => {
  app = await openTestApp()
  other = (await app.person(['customer'])).userId
  viewer = await app.person(['customer'])
  const word = (n: number) => vocabulary[n % vocabulary.length] ?? ''
  await app.inTx(async (tx) => {
    for (let n = 0; n < 120; n++) {
      const createdOn = new Date(Date.now() - Math.floor(n / 2) * day - day / 4)
      const bug = {
        id: newRecordId(createdOn),
        title: `${word(n)} ${word(n * 3)}`,
        description: `${word(n + 1)}, ${word(n * 7)}!`,
        stepsToReproduce: `1. ${word(n * 2)}`,
        createdOn,
        createdBy: n % 4 === 0 ? viewer.userId : other,
        isOwed: n % 7 < 3,
      }
      await insertBug(tx, bug)
      const priority = bugFields.priority.values[n % 5] ?? 'none'
      const severity = bugFields.severity.values[n % 4] ?? 'none'
      const status = n % 3 === 0 ? (n % 2 === 0 ? 'Closed' : 'Resolved') : n % 5 === 0 ? 'In Progress' : 'Open'
      const state = {
        isClosed: isClosedStatus(status),
        status,
        classification: classifications[n % 4] ?? '',
        priority,
        severity,
        assignedTo: [null, viewer.userId, other, null, null][n % 5] ?? null,
        updatedOn: new Date(createdOn.getTime() + ((n * 7) % 30) * day),
        affectedCount: 1 + (n % 4),
      } as const
      await tx
        .updateTable('bugs')
        .set({
          is_closed: state.isClosed,
          status,
          assigned_to: state.assignedTo,
          assigned_on: state.assignedTo === null ? null : createdOn,
          affected_count: state.affectedCount,
          classification: classifications[n % 4] ?? 'unclassified',
          priority,
          severity,
        })
        .where('id', '=', bug.id)
        .execute()
      await tx.updateTable('bug_updates').set({ updated_on: state.updatedOn }).where('id', '=', bug.id).execute()
      made.push({ ...bug, ...state })
    }
  })
})
afterAll(() => app?.end())

/** The id that a filter names; null for nobody. */
const personIn = (filter: string) => (filter === '@me' ? viewer.userId : filter === 'none' ? null : filter)

/** The list as the specification says it, the slow way. */
function expected(query: Record<string, string>): Made[] {
  const ageOf = (bug: Made) => Date.now() - bug.createdOn.getTime()
  const words = wordsOf(query['keywords'] ?? '')
  const matching = made.filter((bug) => {
    const own = wordsOf([bug.id, bug.id.slice(-8), bug.title, bug.description, bug.stepsToReproduce].join(' '))
    const hasWords = words.every((word, n) =>
      own.some((mine) => (n === words.length - 1 ? mine.startsWith(word) : mine === word)),
    )
    const closed = query['closed']
    return (
      hasWords &&
      (closed === undefined || closed === 'both' || bug.isClosed === (closed === 'true' || closed === 'closed')) &&
      (query['ids'] === undefined || query['ids'].split(',').includes(bug.id)) &&
      (query['classification'] === undefined || bug.classification === query['classification']) &&
      (query['status'] === undefined || bug.status === query['status']) &&
      (query['assignee'] === undefined || bug.assignedTo === personIn(query['assignee'])) &&
      (query['author'] === undefined || bug.createdBy === personIn(query['author'])) &&
      plainNames.every((name) => query[name] === undefined || bug[name] === query[name]) &&
      (query['minAge'] === undefined || ageOf(bug) >= Number(query['minAge']) * day) &&
      (query['maxAge'] === undefined || ageOf(bug) <= Number(query['maxAge']) * day)
    )
  })
  const sortBy = (query['sortBy'] ?? 'createdOn') as Exclude<BugSort, 'relevance'>
  const keyOf = (bug: Made) => {
    const plain = plainNames.find((name) => name === sortBy)
    if (plain) {
      const values: readonly string[] = bugFields[plain].values
      return `${values.indexOf(bug[plain])}${bug.createdOn.toISOString()}`
    }
    if (sortBy === 'affectedCount') return `${bug.affectedCount}${bug.createdOn.toISOString()}`
    // What waits for nobody comes last.
    if (sortBy === 'waitingSince') return bug.isOwed && !bug.isClosed ? bug.createdOn.toISOString() : '~'
    if (sortBy === 'updatedOn') return bug.updatedOn.toISOString()
    const texts = ['title', 'description', 'stepsToReproduce'] as const
    const text = texts.find((name) => name === sortBy)
    return text === undefined ? bug.createdOn.toISOString() : bug[text].toLowerCase()
  }
  const key = (bug: Made) => keyOf(bug) + bug.id
  const bytes = (bug: Made) => Buffer.from(key(bug))
  const sorted = matching.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b)))
  return ['createdOn', 'updatedOn', 'affectedCount', ...plainNames].includes(sortBy) !==
    (query['sortByInvert'] === 'true')
    ? sorted.toReversed()
    : sorted
}

const anything = fc.record({
  keywords: fc
    .array(fc.constantFrom(...vocabulary, 'la', 'MO', 'caf', 'nothing', 'dusk,'), { minLength: 1, maxLength: 3 })
    .map((words) => words.join(' ')),
  closed: fc.constantFrom('true', 'false', 'both', 'open', 'closed'),
  classification: fc.constantFrom(...classifications),
  status: fc.constantFrom(...bugFields.status.values),
  assignee: fc.constantFrom('@me', 'none', 'other', 'f'.repeat(24)),
  author: fc.constantFrom('@me', 'other'),
  priority: fc.constantFrom(...bugFields.priority.values),
  ids: fc.uniqueArray(fc.nat(119), { minLength: 1, maxLength: 60 }),
  minAge: fc.nat(30).map(String),
  maxAge: fc.integer({ min: 30, max: 70 }).map(String),
  sortBy: fc.constantFrom(...bugSorts.filter((sort) => sort !== 'relevance')),
  sortByInvert: fc.constantFrom('true', 'false'),
  pageNumber: fc.integer({ min: 1, max: 9 }).map(String),
  pageSize: fc.constantFrom('1', '5', '17', '100'),
})
/** A few of these at a time: with more, nearly nothing is found. */
const query = fc
  .tuple(
    anything,
    fc.subarray(
      ['keywords', 'closed', 'classification', 'status', 'assignee', 'author', 'priority', 'ids', 'minAge', 'maxAge'],
      { maxLength: 2 },
    ),
    fc.subarray(['sortBy', 'sortByInvert', 'pageNumber', 'pageSize']),
  )
  .map(([all, filters, places]): Partial<typeof all> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => [...filters, ...places].includes(name))),
  )

/** The query with ids, which are known once there are people and bugs. */
function withIds<Q extends { assignee?: string; author?: string; ids?: readonly number[] }>({ ids, ...drawn }: Q) {
  const named = (['assignee', 'author'] as const).filter((name) => drawn[name] === 'other')
  return {
    ...drawn,
    ...Object.fromEntries(named.map((name) => [name, other])),
    ...(ids && { ids: ids.map((n) => made[n]?.id).join(',') }),
  }
}

describe('the bug list', () => {
  it('agrees with a brute-force check for any combination of filters, sort and page', async () => {
    await fc.assert(
      fc.asyncProperty(query, async (drawn) => {
        const some = withIds(drawn)
        const answer = await viewer.call(listBugs, { query: some as object })
        expect(answer.status).toBe(200)
        const all = expected(some as Record<string, string>)
        const size = Number(some.pageSize ?? 5)
        const page = Number(some.pageNumber ?? 1)
        expect(answer.body.pagination).toEqual({
          currentPage: page,
          pageSize: size,
          totalCount: all.length,
          totalPages: Math.ceil(all.length / size),
        })
        expect(answer.body.result.map((bug) => bug._id)).toEqual(
          all.slice((page - 1) * size, page * size).map((bug) => bug.id),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('is newest first, five a page, when nothing is asked for', async () => {
    const { body } = await viewer.call(listBugs, {})
    expect(body.result.map((bug) => bug._id)).toEqual(
      expected({})
        .slice(0, 5)
        .map((bug) => bug.id),
    )
    expect(body.pagination).toEqual({ currentPage: 1, pageSize: 5, totalCount: 120, totalPages: 24 })
  })

  it('takes empty parameters as absent', async () => {
    const answer = await viewer.send(
      'GET',
      '/api/bug/list?keywords=&classification=&minAge=&maxAge=&sortBy=&sortByInvert=&closed=&pageNumber=&pageSize=',
    )
    expect(answer.status).toBe(200)
  })

  it('finds a bug by its id and by its short id', async () => {
    const some = made[40]!
    for (const keywords of [some.id, some.id.slice(-8), some.id.slice(-8).toUpperCase()]) {
      const { body } = await viewer.call(listBugs, { query: { keywords } })
      expect(body.result.map((bug) => bug._id)).toEqual([some.id])
    }
  })

  it('matches nothing when the keywords hold no word', async () => {
    expect((await viewer.call(listBugs, { query: { keywords: "'; -- !!!" } })).body.pagination.totalCount).toBe(0)
    expect((await viewer.call(listBugs, { query: { keywords: '   ' } })).body.pagination.totalCount).toBe(120)
  })

  it('takes open, closed and a classification from the panel and from the keywords, in turn', async () => {
    const ask = async (query: Readonly<Record<string, string>>) =>
      (await viewer.call(listBugs, { query })).body.pagination.totalCount
    for (const classification of classifications) {
      for (const [closed, word] of [
        ['true', 'closed'],
        ['false', 'open'],
      ] as const) {
        expect(await ask({ closed })).toBe(await ask({ keywords: `is:${word}` }))
        const both = await ask({ closed, classification })
        expect(await ask({ closed, keywords: `class:${classification}` })).toBe(both)
        expect(await ask({ classification, keywords: `is:${word}` })).toBe(both)
        expect(await ask({ keywords: `is:${word} class:${classification}` })).toBe(both)
      }
      expect(await ask({ classification })).toBe(await ask({ keywords: `class:${classification}` }))
    }
  })

  it.each([
    ['pageNumber', '0'],
    ['pageNumber', '-1'],
    ['pageNumber', '1e3'],
    ['pageNumber', '99999999999999999999'],
    ['pageSize', '101'],
    ['pageSize', 'all'],
    ['classification', 'Approved'],
    ['closed', 'yes'],
    ['sortBy', 'password'],
    ['sortByInvert', '1'],
    ['minAge', '1.5'],
    ['maxAge', '-3'],
    ['keywords', 'x'.repeat(501)],
    ['keywords', 'nul\u0000'],
    ['ids', 'BUG-1'],
    ['ids', Array.from({ length: 101 }, () => '0'.repeat(24)).join(',')],
  ])('refuses %s=%s and names it', async (name, value) => {
    const answer = await viewer.send('GET', `/api/bug/list?${name}=${encodeURIComponent(value)}`)
    expect(answer.status).toBe(400)
    expect(answer.refusal.error).toMatchObject({ code: 'invalid-input', field: name })
    expect(answer.refusal.error.message).toContain(name)
  })

  it('refuses a parameter given twice, and a least age above the greatest', async () => {
    expect((await viewer.send('GET', '/api/bug/list?pageSize=5&pageSize=6')).status).toBe(400)
    const crossed = await viewer.send('GET', '/api/bug/list?minAge=5&maxAge=4')
    expect([crossed.status, crossed.refusal.error.field]).toEqual([400, 'minAge'])
  })
})

describe('the totals', () => {
  it('stay exact through writes, undone transactions and many writers at once', async () => {
    const { userId } = await app.person(['customer'])
    const insert = (fail: boolean) =>
      app
        .inTx(async (tx) => {
          const createdOn = new Date()
          await insertBug(tx, {
            id: newRecordId(createdOn),
            title: 't',
            description: 'd',
            stepsToReproduce: 's',
            createdOn,
            createdBy: userId,
          })
          if (fail) throw new Error('undone')
        })
        .catch(() => {})
    await Promise.all(Array.from({ length: 30 }, (_, n) => insert(n % 3 === 0)))
    await app.database.pool.query(`update bugs set classification = 'approved' where created_by = $1`, [userId])
    const { rows: counted } = await app.database.pool.query(
      'select is_closed, classification, count(*) as n from bugs group by 1, 2 order by 1, 2',
    )
    const { rows: kept } = await app.database.pool.query(
      'select is_closed, classification, sum(n) as n from bug_counts group by 1, 2 having sum(n) <> 0 order by 1, 2',
    )
    expect(kept.map((row) => ({ ...row, n: Number(row.n) }))).toEqual(
      counted.map((row) => ({ ...row, n: Number(row.n) })),
    )
  })
})
