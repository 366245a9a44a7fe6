import { newRecordId } from '#server/db/record-id.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { indexOf } from './bug-index.ts'
import { storeIndexes } from './store-indexes.ts'

const rounds = 6
const bugsInRound = 200
/** Different ones for each bug, so that the index has something to do. */
const otherWords = 40

let app: TestApp
let userId: string
beforeAll(async () => {
  app = await openTestApp()
  userId = (await app.person(['customer'])).userId
})
afterAll(() => app?.end())

/** Adds bugs with both words, whose entries are still in the pending list of the word index. */
async function addBugs(round: number): Promise<void> {
  const bugs = Array.from({ length: bugsInRound }, (_, n) => {
    const others = Array.from(
      { length: otherWords },
      (__, word) => `word${(round * bugsInRound + n * 37 + word) % 5000}`,
    )
    return { id: newRecordId(), title: 'anvil', description: others.join(' '), stepsToReproduce: 'zebra' }
  })
  await app.inTx(async (tx) => {
    const rows = bugs.map(({ stepsToReproduce, ...own }) => ({
      ...own,
      ...{ steps_to_reproduce: stepsToReproduce, created_on: new Date(), created_by: userId },
    }))
    await tx.insertInto('bugs').values(rows).execute()
    await storeIndexes(
      tx,
      bugs.map((bug) => ({ id: bug.id, index: indexOf(bug, []) })),
    )
  })
}

it('finds nothing of what is excluded while PostgreSQL enters new words in its index', async () => {
  const { pool } = app.database
  const wanted = { text: 'select count_with_words($1, null) as n', values: [`'anvil'`] }
  const excluding = `'anvil' & !'zebra'`
  const found = { counted: 0, listed: 0, numbered: 0 }
  for (let round = 0; round < rounds; round++) {
    await addBugs(round)
    let isEntered = false
    const entering = pool.query(`select gin_clean_pending_list('bug_search_words')`).finally(() => (isEntered = true))
    while (!isEntered) {
      const { rows } = await pool.query<typeof found>(
        `select count_with_words($1, null) as counted, (select count(*) from bugs_with_words($1)) as listed,
           coalesce(length(numbers_with_words($1, null, null)), 0) as numbered`,
        [excluding],
      )
      for (const [way, n] of Object.entries(rows[0] ?? {})) found[way as keyof typeof found] += n
    }
    await entering
    expect((await pool.query<{ n: number }>(wanted)).rows[0]?.n).toBe((round + 1) * bugsInRound)
  }
  expect(found).toEqual({ counted: 0, listed: 0, numbered: 0 })
})
