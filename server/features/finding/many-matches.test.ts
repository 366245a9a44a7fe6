import { newRecordId } from '#server/db/record-id.ts'
import { indexOf, storeIndexes } from '#server/features/search/public.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rankedCandidates } from './relevance.ts'

interface Made {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly stepsToReproduce: string
  readonly createdOn: Date
}

/** So many that those that are ranked are found by walking, with more of them than are ranked; one in ten has no such word. */
const count = 10_000
const pageSize = 17
const bugs: Made[] = []
let app: TestApp
let viewer: Caller

beforeAll(async () => {
  app = await openTestApp()
  const { userId } = await app.person(['customer'])
  viewer = await app.person(['customer'])
  for (let n = 0; n < count; n++) {
    // Two at a time, so that ids decide between them.
    const createdOn = new Date(Date.UTC(2020, 0, 1) + Math.floor(n / 2) * 3_600_000)
    const word = n % 10 === 9 ? 'moth' : 'lamp'
    bugs.push({
      id: newRecordId(createdOn),
      title: n % 7 === 0 ? `${word} ${n % 11}` : `Something ${(n * 7919) % 101}`,
      description: n % 3 === 0 ? `${word} ${(n * 31) % 50}` : `Other ${n % 13}`,
      stepsToReproduce: `${(n * 17) % 40} ${word}s`,
      createdOn,
    })
  }
  await app.inTx(async (tx) => {
    for (let n = 0; n < count; n += 500) {
      const some = bugs.slice(n, n + 500)
      const rows = some.map(({ stepsToReproduce, createdOn, ...own }) => ({
        ...own,
        steps_to_reproduce: stepsToReproduce,
        created_on: createdOn,
        created_by: userId,
      }))
      await tx.insertInto('bugs').values(rows).execute()
      await storeIndexes(
        tx,
        some.map((bug) => ({ id: bug.id, index: indexOf(bug, []) })),
      )
    }
  })
})
afterAll(() => app?.end())

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)

/** All, or all that have lamps and perhaps nothing other, the slow way. */
function expected(keywords: string, sort: string, inverted: boolean): string[] {
  const hasLamp = ({ stepsToReproduce }: Made) => stepsToReproduce.endsWith('lamps') || keywords === ''
  const hasOther = ({ description }: Made) => description.startsWith('Other')
  const found = bugs.filter((bug) => hasLamp(bug) && !(keywords.endsWith('-other') && hasOther(bug)))
  const isTitled = (bug: Made) => bug.title.startsWith('lamp')
  const newest = (one: Made, other: Made) =>
    compare(other.createdOn.getTime(), one.createdOn.getTime()) || compare(other.id, one.id)
  if (sort === 'createdOn') found.sort(newest)
  else if (sort === 'relevance') {
    // The stem of the steps' word is that of the title's: each bug has it in its own texts at least.
    found.sort((one, other) => Number(isTitled(other)) - Number(isTitled(one)) || newest(one, other))
  } else {
    const key = (bug: Made) => bug[sort as 'title' | 'description' | 'stepsToReproduce'].toLowerCase()
    found.sort((one, other) => compare(key(one), key(other)) || compare(one.id, other.id))
  }
  return (inverted ? found.toReversed() : found).map(({ id }) => id)
}

const sorts = ['createdOn', 'title', 'description', 'stepsToReproduce'] as const

it.each([
  ...sorts.map((sort) => ['', sort] as const),
  ...[...sorts, 'relevance' as const].map((sort) => ['lamp', sort] as const),
  ...(['createdOn', 'title'] as const).map((sort) => ['lamp -other', sort] as const),
])('pages through thousands of bugs that match “%s” by %s, from both ends', async (keywords, sortBy) => {
  for (const inverted of [false, true]) {
    const all = expected(keywords, sortBy, inverted)
    expect(all.length).toBeGreaterThan(rankedCandidates)
    const last = Math.ceil(all.length / pageSize)
    const atCandidates = Math.floor(rankedCandidates / pageSize)
    for (const page of [1, 2, 40, 60, atCandidates, atCandidates + 1, last - atCandidates, last - 1, last, last + 1]) {
      const query = {
        keywords,
        sortBy,
        sortByInvert: `${inverted}`,
        pageNumber: `${page}`,
        pageSize: `${pageSize}`,
      } as const
      const { body } = await viewer.call(listBugs, { query })
      const says = JSON.stringify(query)
      expect([body.result.map(({ _id }) => _id), says]).toEqual([
        all.slice((page - 1) * pageSize, page * pageSize),
        says,
      ])
      expect([body.pagination.totalCount, says]).toEqual([all.length, says])
    }
  }
})
