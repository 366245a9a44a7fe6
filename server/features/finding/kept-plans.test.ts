import { anActor } from '#testing/an-actor.ts'
import type { Actor } from '#server/access/actor.ts'
import { type Db, statementOf } from '#server/db/database.ts'
import { bugSorts, classifications } from '#shared/bugs/words.ts'
import { maxPageSize } from '#shared/http/page.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { find } from './find.ts'

let app: TestApp
let actor: Actor
beforeAll(async () => {
  app = await openTestApp()
  const { userId } = await app.person(['admin'])
  actor = anActor({ userId, permissions: ['canViewData', 'liveChatAdmin'] })
})
afterAll(() => app?.end())

/** Of everything that people may ask; each plan stays in each connection's memory for as long as it lives. */
it('pages of all sizes, orders, filters and words keep few plans', async () => {
  const { db } = app.database
  const kept = new Set<string>()
  // There are no bugs, so a statement has the same answer whatever its values are.
  const answers = new Map<string, Promise<readonly unknown[]>>()
  const noting: Db = {
    ...db,
    read: <Row>(query: Parameters<Db['read']>[0], options = {}) => {
      const { name, text } = statementOf(query.compile(db), options)
      if (name) kept.add(text)
      // Every word is as common as it needs to be for its page to be asked for.
      const answer =
        answers.get(text) ??
        db
          .read<Row>(query, options)
          .then((rows) =>
            rows.map((row) => (row && Object.hasOwn(row, 'among') ? { ...row, total: 50_000, among: 100_000 } : row)),
          )
      answers.set(text, answer)
      return answer as Promise<Row[]>
    },
  }
  const terms = ['is:open', 'class:approved', 'is:closed class:approved', '-is:open']
  const words = ['crash', '"timed out"', 'crash is:open', 'crash error window button lamp moth']
  for (const keywords of ['', ...terms, ...words]) {
    const search = parseSearch(keywords)
    if (!search.ok) throw new Error(`${keywords} can't be searched`)
    for (const by of bugSorts)
      for (const inverted of [false, true])
        for (const isClosed of [undefined, true])
          for (const classification of [undefined, classifications[0], classifications[1]])
            for (const minAge of [undefined, 3])
              for (const [number, size] of [
                ...[
                  [1, 5],
                  [1, 25],
                  [1, 26],
                ],
                ...[
                  [3, 5],
                  [500, maxPageSize],
                ],
              ] as [number, number][]) {
                const filters = { isClosed, classification, minAge }
                await find(
                  noting,
                  { search: search.root, filters, order: { by, inverted }, page: { number, size } },
                  actor,
                )
              }
  }
  expect(kept.size).toBeGreaterThan(0)
  expect(kept.size).toBeLessThan(110)
}, 300_000)
