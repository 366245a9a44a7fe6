import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type IndexedReport, type IndexSight, SimilarIndex, type SimilarQuery } from './similar-index.ts'

const day = 86_400_000
const now = 400 * day

const vocabulary = (
  'camera crashes crash freezes hangs open opening android window tableView scroll error NullPointerException login ' +
  'password page blank list rotate save file missing upload slow the a not'
).split(' ')

const wordList = (most: number) =>
  fc.array(fc.constantFrom(...vocabulary), { maxLength: most }).map((words) => words.join(' '))

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const someId = fc.constantFrom(...ids)
const someGroup = fc.constantFrom('a', 'b', 'c', 'gone')
const someName = fc.constantFrom(null, '', 'App', 'app ', 'Server')

const someReport: fc.Arbitrary<IndexedReport> = fc.record({
  id: someId,
  title: wordList(6),
  description: fc
    .tuple(wordList(30), wordList(6))
    .map(([prose, code]) => (code ? `${prose}\n\`\`\`\n${code}\n\`\`\`` : prose)),
  product: someName,
  component: someName,
  productNumber: fc.nat({ max: 2 }),
  isPrivate: fc.boolean(),
  createdOn: fc.integer({ min: 0, max: 5 }).map((days) => days * day),
  group: someGroup,
})

const someQuery: fc.Arbitrary<SimilarQuery> = fc.record({
  title: wordList(6),
  description: wordList(30),
  product: someName,
  component: someName,
  now: fc.constant(now),
})

const someSight: fc.Arbitrary<IndexSight> = fc.record({
  products: fc.option(fc.subarray([0, 1, 2])),
  privateBugs: fc.boolean(),
})

type Change =
  { readonly put: IndexedReport } | { readonly remove: string } | { readonly regroup: string; readonly group: string }

const someChange: fc.Arbitrary<Change> = fc.oneof(
  { arbitrary: someReport.map((put) => ({ put })), weight: 3 },
  { arbitrary: someId.map((remove) => ({ remove })), weight: 1 },
  { arbitrary: fc.record({ regroup: someId, group: someGroup }), weight: 1 },
)

function indexOf(reports: Iterable<IndexedReport>): SimilarIndex {
  const index = new SimilarIndex()
  for (const report of reports) index.put(report)
  return index
}

function apply(index: SimilarIndex, held: Map<string, IndexedReport>, change: Change): void {
  if ('put' in change) {
    index.put(change.put)
    held.set(change.put.id, change.put)
  } else if ('remove' in change) {
    index.remove(change.remove)
    held.delete(change.remove)
  } else {
    index.setGroup(change.regroup, change.group)
    const report = held.get(change.regroup)
    if (report) held.set(report.id, { ...report, group: change.group })
  }
}

const report = (id: string, title: string, more: Partial<IndexedReport> = {}): IndexedReport => ({
  ...{ id, title, description: '', product: null, component: null, createdOn: now - day, group: id },
  ...{ productNumber: 0, isPrivate: false },
  ...more,
})

test('a report is found by words of its title, its description, and other words for them', () => {
  const index = indexOf([
    report('camera', 'Camera crashes when it opens'),
    report('login', 'Login page stays blank', { description: 'After the password was typed nothing happens.' }),
    report('scroll', 'Scrolling the list is slow'),
  ])
  const first = (title: string) => index.suggest({ title, now }, { limit: 3 })[0]
  expect(first('crash of the camera')).toMatchObject({ id: 'camera', matched: ['crash', 'camera'] })
  expect(first('typed my password')?.id).toBe('login')
  expect(first('laggy table')?.id).toBe('scroll')
  expect(first('quantum')).toBeUndefined()
  expect(first('')).toBeUndefined()
})

test('of a group the best report stands for it', () => {
  const index = indexOf([
    report('old', 'Login fails', { createdOn: now - 30 * day }),
    report('new', 'Login fails with a blank page', { group: 'old' }),
    report('other', 'Camera page'),
  ])
  const found = index.suggest({ title: 'blank page after login', now }, { limit: 5 })
  expect(found.map(({ id, group }) => [id, group])).toEqual([
    ['new', 'old'],
    ['other', 'other'],
  ])
})

test('a match names words as the query writes them, the rarest first, and no concept', () => {
  const index = indexOf([report('a', 'App hangs in TableView'), report('b', 'App hangs'), report('c', 'App')])
  const [best] = index.suggest({ title: 'APP freezes: tableview', now }, { limit: 1 })
  expect(best?.matched).toEqual(['tableview', 'APP'])
})

test('replacing, removing and regrouping leave no trace', () => {
  fc.assert(
    fc.property(fc.array(someChange, { maxLength: 40 }), fc.array(someQuery, { maxLength: 3 }), (changes, queries) => {
      const index = new SimilarIndex()
      const held = new Map<string, IndexedReport>()
      for (const change of changes) apply(index, held, change)
      const fresh = indexOf(held.values())
      expect(index.size).toBe(held.size)
      for (const id of ids) expect(index.has(id)).toBe(held.has(id))
      for (const query of queries) {
        expect(index.suggest(query, { limit: 10 })).toEqual(fresh.suggest(query, { limit: 10 }))
      }
    }),
  )
})

test('however many reports came and went, an index answers as one that was made anew', () => {
  let seed = 11
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  // Some words are in nearly all reports, some in few.
  const words = (most: number) =>
    Array.from(
      { length: 1 + random(most) },
      () => `${vocabulary[random(vocabulary.length)]} word${random(random(2_000) + 1)}`,
    )
  const index = new SimilarIndex()
  const held = new Map<string, IndexedReport>()
  const change = (id: string) => {
    const made = report(id, words(4).join(' '), { description: words(20).join(' '), createdOn: now - random(90) * day })
    apply(index, held, random(4) > 0 || held.size < 500 ? { put: made } : { remove: id })
  }
  for (let n = 0; n < 700; n++) change(`bug ${n}`)
  for (let n = 0; n < 1_500; n++) change(`bug ${random(900)}`)
  for (let n = 0; n < 500; n++) apply(index, held, { remove: `bug ${n}` })
  for (let n = 0; n < 300; n++) change(`bug ${random(900)}`)
  const fresh = indexOf(held.values())
  expect(index.size).toBe(held.size)
  for (let n = 0; n < 30; n++) {
    const query = { title: words(3).join(' '), description: words(20).join(' '), now }
    expect(index.suggest(query, { limit: 20 })).toEqual(fresh.suggest(query, { limit: 20 }))
  }
})

test('what may not be seen or is left out is as if it had never been there', () => {
  fc.assert(
    fc.property(
      fc.array(someChange, { maxLength: 12 }),
      fc.array(someChange, { maxLength: 6 }),
      someSight,
      fc.subarray(ids),
      someGroup,
      someQuery,
      (changes, later, sight, dismissed, g, query) => {
        const [index, held] = [new SimilarIndex(), new Map<string, IndexedReport>()]
        for (const change of changes) apply(index, held, change)
        const ask = () =>
          index.suggest(query, { limit: 10, sight, except: (id, group) => dismissed.includes(id) || group === g })
        ask()
        // The view that this sight has by now follows what changes.
        for (const change of later) apply(index, held, change)
        const isOut = ({ id, group, productNumber, isPrivate }: IndexedReport) =>
          dismissed.includes(id) ||
          group === g ||
          (isPrivate && !sight.privateBugs) ||
          (sight.products !== null && !sight.products.includes(productNumber))
        const rest = [...held.values()].filter((one) => !isOut(one))
        expect(ask()).toEqual(indexOf(rest).suggest(query, { limit: 10 }))
      },
    ),
  )
})

test('the order in which reports came does not matter', () => {
  const reports = fc.uniqueArray(someReport, { selector: ({ id }) => id, maxLength: 8 })
  fc.assert(
    fc.property(reports, someQuery, (all, query) => {
      const answer = indexOf(all).suggest(query, { limit: 10 })
      expect(indexOf(all.toReversed()).suggest(query, { limit: 10 })).toEqual(answer)
    }),
  )
})

test('equal reports stand in order of creation, then of id', () => {
  const same = (id: string, createdOn: number) => report(id, 'Login fails', { createdOn })
  const index = indexOf([same('z', 0), same('b', 0), same('a', 0)])
  expect(index.suggest({ title: 'login fails', now }, { limit: 5 }).map(({ id }) => id)).toEqual(['a', 'b', 'z'])
})

test('a long description without line breaks does not hold up anybody', () => {
  const index = indexOf([report('a', 'Login', { description: 'x{code'.repeat(200_000) })])
  expect(
    index.suggest({ title: 'login', description: `{code:${' '.repeat(500_000)}`, now }, { limit: 1 }),
  ).toHaveLength(1)
})
