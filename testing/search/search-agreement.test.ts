import { fieldTerm } from '#shared/custom-fields/field-name.ts'
import { pick, seededRandom } from '#bench/random.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import { bugSorts } from '#shared/bugs/words.ts'
import { defaultPageSize } from '#shared/http/page.ts'
import { stem } from '#shared/search/stem.ts'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { printSeedOfFailure } from '#testing/print-seed.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { found, textsOf, typed } from './search-oracle.ts'
import { someFilter, someQuery } from './search-queries.ts'
import { fieldKindsByKey, makeWorld, sightIn, type World, worldOf } from './search-world.ts'

const searches = 1_200
const atOnce = 8
const sorts = [...bugSorts, ...[...Object.keys(fieldKindsByKey), 'nothing'].map(fieldTerm)]
/** The same searches each time; SEARCH_SEED=random explores others, and prints its seed to repeat a failure. */
const wanted = process.env['SEARCH_SEED'] ?? '1106535982'
const seed = wanted === 'random' ? randomInt(2 ** 31) : Number(wanted)

let app: TestApp
let world: World
/** Each with what the world is for them. */
let searchers: { name: string; caller: Caller & { userId: string }; readsChat: boolean; seen: World }[]
beforeAll(async () => {
  app = await openTestApp()
  world = await makeWorld(app, `world ${seed}`, 250, true)
  const searcher = (name: string, caller: Caller & { userId: string }, readsChat: boolean, privateBugs = false) => {
    const seen = worldOf(world, sightIn(world, caller.userId, { privateBugs }))
    return { name, caller, readsChat, seen }
  }
  const [staff, member] = world.people
  if (!staff || !member) throw new Error('The world has nobody.')
  searchers = [
    searcher('staff', staff, false),
    searcher('a member', member, false),
    searcher('support', await app.person(['support']), true),
    searcher('admin', await app.person(['admin']), true, true),
  ]
})
afterAll(() => app?.end())

it(`finds what a brute-force check finds, in its order, for ${searches} searches`, async () => {
  printSeedOfFailure(seed)
  const random = seededRandom(`searches ${seed}`)
  const counts = { found: 0, empty: 0, corrected: 0 }
  const check = async () => {
    const { name, caller, readsChat, seen } = pick(random, searchers)
    const search = someQuery({ random, world, seen, userId: caller.userId })
    const sortBy = pick(random, sorts)
    const inverted = random() < 0.3
    const page = random() < 0.7 ? 1 : 2
    // Plans for the usual page size are kept, and these statements read more at once.
    const size = random() < 0.5 ? defaultPageSize : 20
    const keywords = typed(search)
    const filter = someFilter(random, world, caller.userId)
    const query = {
      ...filter?.query,
      keywords,
      sortBy,
      sortByInvert: `${inverted}`,
      pageNumber: `${page}`,
      pageSize: `${size}`,
    } as const
    const says = `${JSON.stringify(query)} as ${name}`
    const answer = await caller.call(listBugs, { query })
    expect([answer.status, says]).toEqual([200, says])
    const { result, pagination, corrected } = answer.body
    const parts = search.kind === 'and' ? search.parts : [search]
    const all = found(
      seen,
      filter ? { kind: 'and', parts: [...parts, filter.term] } : search,
      readsChat,
      sortBy,
      inverted,
    )
    if (corrected) {
      counts.corrected++
      expect([all, says]).toEqual([[], says])
      const words = new Set(seen.bugs.flatMap((bug) => textsOf(bug, readsChat ? 'chat' : 'open').flat()))
      const stems = new Set([...words].map(stem))
      for (const { from, to } of corrected) {
        expect([stems.has(stem(from)), stems.has(stem(to)), says]).toEqual([false, true, says])
      }
      return
    }
    expect([pagination.totalCount, says]).toEqual([all.length, says])
    expect([result.map(({ _id }) => _id), says]).toEqual([all.slice((page - 1) * size, page * size), says])
    counts[all.length > 0 ? 'found' : 'empty']++
  }
  for (let done = 0; done < searches; done += atOnce) await Promise.all(Array.from({ length: atOnce }, check))
  expect(counts.found).toBeGreaterThan(searches / 3)
})
