import { pick, seededRandom } from '#bench/random.ts'
import { permissionNames } from '#shared/access/permissions.ts'
import { listBugs } from '#shared/bugs/contract.ts'
import { findSimilar } from '#shared/similar/contract.ts'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { found, typed } from '#testing/search/search-oracle.ts'
import { printSeedOfFailure } from '#testing/print-seed.ts'
import { someQuery } from '#testing/search/search-queries.ts'
import {
  chatOnly,
  deletedOnly,
  hiddenOnly,
  internalOnly,
  makeWorld,
  sightIn,
  type World,
  worldOf,
} from '#testing/search/search-world.ts'
import { type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { sized } from '#testing/test-size.ts'

const searches = sized(10_000)
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
  /** What the world is for them. */
  readonly seen: World
  readonly privateBugs?: boolean
  readonly internalComments?: boolean
}

let app: TestApp
let world: World
let searchers: Searcher[]
beforeAll(async () => {
  app = await openTestApp({ LIMIT_SIMILAR: '1000000' })
  world = await makeWorld(app, `rights ${seed}`, 120, true)
  await app.database.pool.query(
    `insert into roles (name, permissions) values ('nothing', '{}'), ('chat alone', '{liveChatAdmin}')`,
  )
  const viewer = { readsChat: false, seen: { ...world, bugs: [] } }
  const seenBy = (caller: Caller, sees: { privateBugs?: boolean; internalComments?: boolean } = {}) => {
    const rights = { privateBugs: false, internalComments: true, ...sees }
    return { ...rights, caller, seen: worldOf(world, sightIn(world, caller.userId ?? '', rights)) }
  }
  const mostRights = permissionNames.filter((name) => name !== 'canViewInternalComments')
  await app.database.pool.query(`insert into roles (name, permissions) values ('all but internal', $1)`, [mostRights])
  searchers = [
    { name: 'a stranger', caller: app.stranger, refusal: 401, ...viewer },
    { name: 'somebody without canViewData', caller: await app.person(['nothing']), refusal: 403, ...viewer },
    { name: 'liveChatAdmin without canViewData', caller: await app.person(['chat alone']), refusal: 403, ...viewer },
    { name: 'a customer', readsChat: false, ...seenBy(await app.person(['customer']), { internalComments: false }) },
    {
      ...{ name: 'somebody with every right but to internal comments', readsChat: true },
      ...seenBy(await app.person(['all but internal']), { privateBugs: true, internalComments: false }),
    },
    { name: 'staff', readsChat: false, ...seenBy(world.people[0] as Caller) },
    { name: 'a member', readsChat: false, ...seenBy(world.people[1] as Caller) },
    { name: 'support', readsChat: true, ...seenBy(await app.person(['support'])) },
    { name: 'admin', readsChat: true, ...seenBy(await app.person(['admin']), { privateBugs: true }) },
  ]
})
afterAll(() => app?.end())

it(`tells nobody of what they may not see, in ${searches} searches`, async () => {
  printSeedOfFailure(seed)
  const random = seededRandom(`searches ${seed}`)
  const done = new Map<string, number>()
  const check = async () => {
    const searcher = pick(random, searchers)
    const { seen } = searcher
    const search = someQuery({ random, world, seen, userId: searcher.caller.userId ?? '' })
    // Words that nobody may find any more, and words that only the chat has, more often than by chance; also mistyped.
    const secret = pick(random, [...chatOnly, ...deletedOnly, ...hiddenOnly, ...internalOnly])
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
    const hidden = body.result.filter(({ _id }) => seen.bugs.every(({ id }) => id !== _id))
    expect([hidden, says]).toEqual([[], says])
    expect([snippets.filter(({ field }) => field === 'chat' && !searcher.readsChat), says]).toEqual([[], says])
    expect([snippets.filter(({ isInternal }) => isInternal && !searcher.internalComments), says]).toEqual([[], says])
    expect([
      hinted([...snippets.map(({ text }) => text), ...(body.corrected ?? []).map(({ to }) => to)], searcher),
      says,
    ]).toEqual([[], says])
    if (keywords === secretly) {
      const mayBeFound =
        (searcher.readsChat && chatOnly.includes(secret)) ||
        (searcher.internalComments && internalOnly.includes(secret)) ||
        hiddenOnly.includes(secret)
      if (!mayBeFound)
        expect([body.pagination.totalCount, says]).toEqual([keywords.startsWith('-') ? seen.bugs.length : 0, says])
      return
    }
    const all = found(seen, search, searcher.readsChat, 'createdOn', false)
    if (!body.corrected) expect([body.pagination.totalCount, says]).toEqual([all.length, says])
    if (!body.corrected) expect([body.result.map(({ _id }) => _id), says]).toEqual([all.slice(0, 50), says])
  }
  for (let n = 0; n < searches; n += atOnce) await Promise.all(Array.from({ length: atOnce }, check))
  expect([...done.keys()].toSorted()).toEqual(searchers.map(({ name }) => name).toSorted())
}, 240_000)

/** Checks that suggestions of similar bugs never use the chat, internal and deleted comments. */
async function checkSimilar(searcher: Searcher, title: string, says: string): Promise<void> {
  const { status, body } = await searcher.caller.call(findSimilar, { body: { title: title.slice(0, 255) } })
  if (searcher.refusal) {
    expect([status, Object.keys(body), says]).toEqual([searcher.refusal, ['error'], says])
    return
  }
  expect([status, says]).toEqual([200, says])
  const hidden = body.result.filter(
    ({ _id }) => !searcher.seen.bugs.some(({ id, isPrivate }) => id === _id && (!isPrivate || searcher.privateBugs)),
  )
  expect([hidden, says]).toEqual([[], says])
  const told = body.result.flatMap(({ matched, excerpt }) => [...matched, excerpt])
  expect([hinted(told, { ...searcher, readsChat: false, internalComments: false }), says]).toEqual([[], says])
}

/** Returns the words among these that a person may not read. */
function hinted(told: readonly string[], { readsChat, internalComments, seen }: Searcher): string[] {
  const unseen = hiddenOnly.filter((word) => seen.bugs.every(({ description }) => !description.includes(word)))
  const secret = [...deletedOnly, ...unseen, ...(readsChat ? [] : chatOnly), ...(internalComments ? [] : internalOnly)]
  return secret.filter((word) => told.some((text) => text.toLowerCase().includes(word)))
}
