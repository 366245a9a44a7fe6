import { pick, seededRandom } from '#bench/random.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import { findSimilar } from '#shared/similar/contract.ts'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { found, typed } from './search-oracle.ts'
import { someQuery } from './search-queries.ts'
import { chatOnly, deletedOnly, makeWorld, type World } from './search-world.ts'
import { type Caller, openTestApp, type TestApp } from './test-app.ts'

const searches = 10_000
const atOnce = 16
/** The same searches each time; SEARCH_SEED=random explores others, and prints its seed to repeat a failure. */
const wanted = process.env['SEARCH_SEED'] ?? '1106535982'
const seed = wanted === 'random' ? randomInt(2 ** 31) : Number(wanted)

/** A person who searches, and what they may read. */
interface Searcher {
  readonly name: string
  readonly caller: Caller
  readonly refusal?: 401 | 403
  readonly readsChat: boolean
}

let app: TestApp
let world: World
let searchers: Searcher[]
beforeAll(async () => {
  app = await openTestApp({ LIMIT_SIMILAR: '1000000' })
  world = await makeWorld(app, `rights ${seed}`, 120)
  await app.database.pool.query(
    `insert into roles (name, permissions) values ('nothing', '{}'), ('chat alone', '{liveChatAdmin}')`,
  )
  const viewer = { readsChat: false }
  searchers = [
    { name: 'a stranger', caller: app.stranger, refusal: 401, ...viewer },
    { name: 'somebody without canViewData', caller: await app.person(['nothing']), refusal: 403, ...viewer },
    { name: 'liveChatAdmin without canViewData', caller: await app.person(['chat alone']), refusal: 403, ...viewer },
    { name: 'a customer', caller: await app.person(['customer']), ...viewer },
    { name: 'staff', caller: world.people[0] as Caller, ...viewer },
    { name: 'support', caller: await app.person(['support']), readsChat: true },
  ]
}, 120_000)
afterAll(() => app?.end())

it(`tells nobody of what they may not see, in ${searches} searches (seed ${seed})`, async () => {
  const random = seededRandom(`searches ${seed}`)
  const done = new Map<string, number>()
  const check = async () => {
    const searcher = pick(random, searchers)
    const search = someQuery({ random, world, userId: searcher.caller.userId ?? '' })
    // Words that nobody may find any more, and words that only the chat has, more often than by chance; also mistyped.
    const secret = pick(random, [...chatOnly, ...deletedOnly])
    const secretly = pick(random, [secret, `-${secret}`, `"${secret}"`, secret.slice(0, 6), `${secret.slice(0, -1)}x`])
    const keywords = random() < 0.3 ? secretly : typed(search)
    const says = `${searcher.name}: ${keywords}`
    done.set(searcher.name, (done.get(searcher.name) ?? 0) + 1)
    if (random() < 0.05) return checkSimilar(searcher, keywords, says)
    const { status, body } = await searcher.caller.call(listBugs, { query: { keywords, pageSize: '50' } })
    if (searcher.refusal) {
      expect([status, Object.keys(body), says]).toEqual([searcher.refusal, ['error'], says])
      return
    }
    expect([status, says]).toEqual([200, says])
    const snippets = body.result.flatMap(({ matches }) => matches ?? [])
    expect([snippets.filter(({ field }) => field === 'chat' && !searcher.readsChat), says]).toEqual([[], says])
    expect([
      hinted([...snippets.map(({ text }) => text), ...(body.corrected ?? []).map(({ to }) => to)], searcher),
      says,
    ]).toEqual([[], says])
    if (keywords === secretly) {
      const mayBeFound = searcher.readsChat && chatOnly.includes(secret)
      if (!mayBeFound)
        expect([body.pagination.totalCount, says]).toEqual([keywords.startsWith('-') ? world.bugs.length : 0, says])
      return
    }
    const all = found(world, search, searcher.readsChat, 'createdOn', false)
    if (!body.corrected) expect([body.pagination.totalCount, says]).toEqual([all.length, says])
    if (!body.corrected) expect([body.result.map(({ _id }) => _id), says]).toEqual([all.slice(0, 50), says])
  }
  for (let n = 0; n < searches; n += atOnce) await Promise.all(Array.from({ length: atOnce }, check))
  expect([...done.keys()].toSorted()).toEqual(searchers.map(({ name }) => name).toSorted())
}, 240_000)

/** Checks that suggestions of similar bugs never use the chat and deleted comments. */
async function checkSimilar(searcher: Searcher, title: string, says: string): Promise<void> {
  const { status, body } = await searcher.caller.call(findSimilar, { body: { title: title.slice(0, 255) } })
  if (searcher.refusal) {
    expect([status, Object.keys(body), says]).toEqual([searcher.refusal, ['error'], says])
    return
  }
  expect([status, says]).toEqual([200, says])
  const told = body.result.flatMap(({ matched, excerpt }) => [...matched, excerpt])
  expect([hinted(told, { ...searcher, readsChat: false }), says]).toEqual([[], says])
}

/** Returns the words among these that a person may not read. */
function hinted(told: readonly string[], { readsChat }: Searcher): string[] {
  const secret = readsChat ? deletedOnly : [...deletedOnly, ...chatOnly]
  return secret.filter((word) => told.some((text) => text.toLowerCase().includes(word)))
}
