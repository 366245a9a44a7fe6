import { affectedOfTree, followersOfTree, mergedTree } from '#server/features/following/public.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { classifyBug } from '#shared/bugs/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let staff: Person
beforeAll(async () => {
  app = await openTestApp({ SIMILAR_INDEX: 'off' })
  staff = await app.person(['staff'])
})
afterAll(() => app?.end())

const bugId = (kind: string, index: number) => kind + index.toString(16).padStart(24 - kind.length, '0')

/** Bugs as an import would have made them. @param originalOf the number of the bug that each repeats */
async function bugs(kind: string, count: number, isMerged: boolean, originalOf: (index: number) => number | undefined) {
  const originals = Array.from({ length: count }, (_, index) => originalOf(index))
  await app.database.pool.query(
    `insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by, classification, duplicate_of, is_merged)
      select id, 'A bug', '', '', now(), $1, case when original is null then 'unclassified' else 'duplicate' end, original,
        $4 and original is not null
      from unnest($2::text[], $3::text[]) as bug (id, original)`,
    [
      staff.userId,
      originals.map((_, index) => bugId(kind, index)),
      originals.map((original) => (original === undefined ? null : bugId(kind, original))),
      isMerged,
    ],
  )
}

/** How often a query reads the bugs' table, or an index of it. */
async function looksAtBugs(query: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ 'QUERY PLAN': unknown }>(`explain (analyze, format json) ${query}`)
  let looks = 0
  JSON.stringify(rows, (_, node: unknown) => {
    const scan = node as { 'Relation Name'?: string; 'Actual Loops'?: number } | null
    if (scan?.['Relation Name'] === 'bugs') looks += scan['Actual Loops'] ?? 0
    return node
  })
  return looks
}

describe('thousands of merged bugs', () => {
  it('are found level by level, not one by one', async () => {
    await bugs('a1', 1000, true, (index) => (index === 0 ? undefined : 0))
    await app.database.pool.query('analyze bugs')
    const root = `'${bugId('a1', 0)}'`
    const { rows } = await app.database.pool.query<{ n: number }>(`${mergedTree(root)} select count(*) as n from tree`)
    expect(rows[0]?.n).toBe(1000)
    expect(await looksAtBugs(`${mergedTree(root)} select count(*) from tree`)).toBeLessThan(10)
    for (const people of [followersOfTree, affectedOfTree]) {
      const query = `${mergedTree(root)} select count(*) from (${people}) as people`
      expect(await looksAtBugs(query)).toBeLessThan(10)
    }
  })
})

describe('a row of duplicates', () => {
  it('has its end: no link and no merge makes it longer than 100 bugs', async () => {
    await bugs('a2', 99, false, (index) => (index === 0 ? undefined : index - 1))
    await bugs('a3', 2, false, (index) => (index === 0 ? undefined : 0))
    const [root, last] = [bugId('a2', 0), bugId('a2', 98)]
    const [below, head] = [bugId('a3', 1), bugId('a3', 0)]
    const why = 'would make a row of more than 100 bugs, each a duplicate of the next'
    const link = (bug: string, original: string) =>
      staff.call(classifyBug, {
        params: { bugId: bug },
        body: { classification: 'duplicate', duplicateOf: original },
      })
    // 99 and the two below.
    expect((await link(head, last)).refusal.error).toMatchObject({
      code: 'invalid-input',
      field: 'duplicateOf',
      message: `duplicateOf ${why}.`,
    })
    const onTop = await staff.call(mergeBug, { params: { bugId: root }, body: { into: head } })
    expect(onTop.status).toBe(200)
    const another = await staff.call(mergeBug, { params: { bugId: head }, body: { into: bugId('a1', 0) } })
    expect(another.refusal.error).toMatchObject({ field: 'into', message: `into ${why}.` })
    expect((await link(below, last)).refusal.error).toMatchObject({ field: 'duplicateOf' })
  })
})
