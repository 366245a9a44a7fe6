import { between, pick, seededRandom } from '#bench/random.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { reportBug } from '#shared/bugs/contract.ts'
import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountWithSession } from '#testing/account-with-session.ts'
import { printSeedOfFailure } from '#testing/print-seed.ts'
import { type ProductProcess, startProcess } from '#testing/product-process.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { sized } from '#testing/test-size.ts'
import { type AskedEdit, EditStormClient, type Field, fields, type Texts } from './edit-storm-client.ts'

const edits = sized(10_000)
const clients = 5
const bugs = 20
const crashes = 4

/** A failing run is repeated with the seed that it printed: STORM_SEED=… */
const seed = Number(process.env['STORM_SEED'] ?? randomInt(2 ** 31))

let test: TestDatabase
let product: ProductProcess | undefined
beforeAll(async () => {
  test = await openTestDatabase()
})
afterAll(async () => {
  await product?.crash().catch(() => undefined)
  await test?.drop()
})

it(`nobody's edit is lost: ${edits} edits of ${bugs} bugs by ${clients} people, ${crashes} crashes and lost networks`, async () => {
  printSeedOfFailure(seed)
  const random = seededRandom(String(seed))
  const settings = { DATABASE_URL: test.url, CHAT_PORT: 'off' }
  product = await startProcess(settings)
  let origin: string | undefined = product.origin
  const bugIds = await reportBugs(product.origin)
  const people = await Promise.all(
    Array.from(
      { length: clients },
      async (_, n) =>
        new EditStormClient(`p${n}`, await staffCookie(n), () => origin, seededRandom(`${seed} person ${n}`)),
    ),
  )

  const asked = () => people.reduce((sum, { asked: { length } }) => sum + length, 0)
  const crash = async () => {
    origin = undefined
    await product?.crash()
    product = await startProcess(settings)
    origin = product.origin
  }
  const work = async (person: EditStormClient) => {
    while (asked() < edits) {
      // Half of the edits go to the same few bugs.
      const bugId = random() < 0.5 ? pick(random, bugIds.slice(0, 3)) : pick(random, bugIds)
      if (origin === undefined) await setTimeout(20)
      else if (random() < 0.03) await person.undo(bugId)
      else await person.edit(bugId)
      if (random() < 0.2) await setTimeout(between(random, 0, 3))
    }
  }
  const crashing = async () => {
    for (let n = 1; n <= crashes; n++) {
      while (asked() < (edits * n) / (crashes + 1)) await setTimeout(10)
      await crash()
    }
  }
  await Promise.all([...people.map(work), crashing()])

  expect(people.flatMap(({ complaints }) => complaints)).toEqual([])
  expect((await verifyHistory(test.database.db)).deviations).toEqual([])
  const edited = await editedTexts()
  const byMark = new Map(people.flatMap((person) => person.asked.map((edit) => [edit.mark, edit] as const)))
  expect(lost([...byMark.values()], edited)).toEqual([])
  expect(overwritten(byMark, edited)).toEqual([])
  const outcomes = Object.groupBy([...byMark.values()], ({ outcome }) => outcome)
  // A storm without conflicts and lost answers would show nothing.
  expect(outcomes.refused?.length).toBeGreaterThan(0)
  expect(outcomes.unknown?.length).toBeGreaterThan(0)
  expect(await product?.end()).toBe(0)
  product = undefined
}, 400_000)

/** A stored edit, with the texts that it changed. */
interface StoredEdit {
  readonly id: number
  readonly bugId: string
  readonly undoes: number | null
  readonly payload: Readonly<Partial<Record<Field, { from: string; to: string }>>>
}

async function editedTexts(): Promise<StoredEdit[]> {
  const { rows } = await test.database.pool.query<StoredEdit>(
    `select id, subject_id as "bugId", undoes, payload from events where type = 'bug-edited' order by id`,
  )
  return rows
}

/** Returns acknowledged texts that are neither current nor in the history, and refused ones that were stored anyway. */
function lost(asked: readonly AskedEdit[], stored: readonly StoredEdit[]): string[] {
  const kept = new Set(
    stored.flatMap(({ payload }) =>
      fields.flatMap((field) => marksOf(payload[field]?.to ?? '').map((mark) => `${mark} ${field}`)),
    ),
  )
  return asked.flatMap(({ mark, changed, outcome }) => {
    if (outcome === 'unknown') return []
    return changed
      .filter((field) => kept.has(`${mark} ${field}`) !== (outcome === 'stored'))
      .map((field) => `${mark} ${field}`)
  })
}

/**
 * Returns words that an edit removed although its writer had never seen them. A writer who has seen words may remove
 * them; a writer who names no version overwrites, and the words remain in the history.
 */
function overwritten(asked: ReadonlyMap<string, AskedEdit>, stored: readonly StoredEdit[]): string[] {
  const byId = new Map(stored.map((edit) => [edit.id, edit]))
  const authors = authorsOf(asked, stored)
  return stored.flatMap(({ id, undoes, payload }) =>
    fields.flatMap((field) => {
      const change = payload[field]
      if (!change) return []
      const undone = undoes === null ? undefined : byId.get(undoes)?.payload[field]
      const author = authors.get(id)
      if (!undone && author && !author.seen) return []
      const seen = undone?.to ?? author?.seen?.[field] ?? ''
      const wanted = undone?.from ?? author?.wanted[field] ?? ''
      const gone = marksOf(change.from).filter((mark) => !change.to.includes(mark))
      return gone
        .filter((mark) => !seen.includes(mark) || wanted.includes(mark))
        .map((mark) => `${id} ${field} ${mark}`)
    }),
  )
}

/** Returns who made each change: an edit is where its mark was first seen; a later one may restore it. */
function authorsOf(asked: ReadonlyMap<string, AskedEdit>, stored: readonly StoredEdit[]): Map<number, AskedEdit> {
  const known = new Set<string>()
  const authors = new Map<number, AskedEdit>()
  for (const { id, payload } of stored) {
    for (const mark of Object.values(payload).flatMap(({ to }) => marksOf(to))) {
      const author = known.has(mark) ? undefined : asked.get(mark)
      if (author) authors.set(id, author)
      known.add(mark)
    }
  }
  return authors
}

const marksOf = (text: string) => text.match(/<p\d+\.\d+>/g) ?? []

async function reportBugs(origin: string): Promise<string[]> {
  const texts: Texts = {
    title: 'A lamp',
    description: Array.from({ length: 6 }, (_, n) => `Paragraph ${n}`).join('\n\n'),
    stepsToReproduce: Array.from({ length: 5 }, (_, n) => `${n + 1}. Step`).join('\n'),
  }
  const ids: string[] = []
  for (let n = 0; n < bugs; n++) {
    const response = await fetch(`${origin}${reportBug.path}`, {
      method: 'POST',
      headers: { cookie: await staffCookie(100 + n), 'content-type': 'application/json' },
      body: JSON.stringify(texts),
    })
    ids.push(((await response.json()) as { result: { _id: string } }).result._id)
  }
  return ids
}

async function staffCookie(n: number): Promise<string> {
  return (await accountWithSession(test.database, { name: `Staff ${n}`, roles: ['staff'] })).cookie
}
