import { planOf } from '#server/features/search/search-plan.ts'
import { bugSorts, classifications } from '#shared/bugs/words.ts'
import { maxPageSize } from '#shared/http/page.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import { expect, it } from 'vitest'
import { filterOf } from './bug-list-filter.ts'
import { pageStatement } from './bug-list-statement.ts'
import { wordPageStatement } from './word-list-statement.ts'

it('pages of all sizes, orders and filters keep few plans, and one name never means two texts', () => {
  const texts = new Map<string, string>()
  for (const by of bugSorts.filter((sort) => sort !== 'relevance'))
    for (const inverted of [false, true])
      for (const closed of ['both', 'true', 'false'] as const)
        for (const classification of [undefined, ...classifications])
          for (const minAge of [undefined, 3])
            for (let size = 1; size <= maxPageSize; size++)
              for (const [number, total] of [[1], [3], [3, 290], [2, 101]] as const) {
                const filter = filterOf({ closed, classification, minAge }, undefined, new Date())
                const { name, text } = pageStatement(filter, { by, inverted }, { number, size }, total)
                if (name === '') continue
                expect(name.length).toBeLessThan(64)
                expect(texts.get(name) ?? text).toBe(text)
                texts.set(name, text)
              }
  expect(texts.size).toBeGreaterThan(0)
  expect(texts.size).toBeLessThan(100)
})

it('so do pages of all words', () => {
  const texts = new Map<string, string>()
  const now = new Date()
  for (const keywords of ['crash', '"timed out"', 'crash -error', 'crash is:open', 'crash assignee:@me']) {
    const parsed = parseSearch(keywords)
    if (!parsed.ok || !parsed.root) throw new Error(`${keywords} can't be searched`)
    const context = { userId: 'f'.repeat(24), people: new Map(), now, table: 'bug_search' } as const
    const search = { ...planOf(parsed.root), context, chat: undefined }
    for (const by of bugSorts)
      for (const inverted of [false, true])
        for (const closed of ['both', 'true', 'false'] as const)
          for (const classification of [undefined, ...classifications])
            for (const [minAge, maxAge] of [[], [3], [undefined, 3], [3, 5]])
              for (const number of [1, 3])
                for (const size of [1, 5, 6, maxPageSize]) {
                  const query = { closed, classification, minAge, maxAge }
                  const list = { query, search, now, order: { by, inverted }, leaves: [], recent: undefined }
                  const { name, text } = wordPageStatement(list, { number, size })
                  if (name === '') continue
                  expect(name.length).toBeLessThan(64)
                  expect(texts.get(name) ?? text).toBe(text)
                  texts.set(name, text)
                }
  }
  expect(texts.size).toBeGreaterThan(0)
  expect(texts.size).toBeLessThan(50)
})
