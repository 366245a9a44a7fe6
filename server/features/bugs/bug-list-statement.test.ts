import { planOf } from '#server/features/search/search-plan.ts'
import { bugSorts, classifications } from '#shared/bugs/words.ts'
import { maxPageSize } from '#shared/http/page.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import { expect, it } from 'vitest'
import { agedPageStatement } from './aged-page.ts'
import { agedPage, agedTotal, factsOf, filterOf } from './bug-list-filter.ts'
import { pageStatement } from './bug-list-statement.ts'
import { farStatement } from './far-page.ts'
import { farWordStatement } from './far-words.ts'
import { OrderBlocks } from './order-blocks.ts'
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

it('so do pages of ages, and pages far in', () => {
  const texts = new Map<string, string>()
  const starts = Array.from({ length: 10 }, (_, n) => ({ key: Buffer.from(`${n}`.repeat(8)), id: `${n}`.repeat(24) }))
  const blocks = new OrderBlocks(starts, 5_000)
  for (let number = 0; number < 5_000; number++) blocks.put(number, number % 10, number % 8)
  const note = ({ name, text }: { name: string; text: string }) => {
    if (name === '') return
    expect(name.length).toBeLessThan(64)
    expect(texts.get(name) ?? text).toBe(text)
    texts.set(name, text)
  }
  const now = new Date()
  for (const by of bugSorts.filter((sort) => sort !== 'relevance'))
    for (const inverted of [false, true])
      for (const closed of ['both', 'true', 'false'] as const)
        for (const classification of [undefined, ...classifications])
          for (const size of [1, 5, 6, maxPageSize]) {
            const order = { by, inverted }
            for (const [minAge, maxAge] of [[3], [undefined, 3], [3, 5]])
              for (const number of [1, 3]) {
                const query = { closed, classification, minAge, maxAge }
                const days = agedTotal(query, undefined, now)?.days
                if (days) note(agedPageStatement(agedPage(query, days, now), order, { number, size }, '7'))
              }
            const facts = factsOf({ closed, classification }, []) ?? { isClosed: null, classification: null }
            const list = blocks.withFacts(facts)
            const search = { query: "'crash'", ...facts }
            for (const seen of [0, 2])
              for (const first of [0, 40, 200]) {
                const standing = { blocks, since: '7', seen }
                const range = { first, count: size }
                const far = [
                  farStatement(standing, list, range, facts, order),
                  farWordStatement(standing, '7', list, range, search, order),
                ]
                for (const statement of far) if (statement) note(statement)
              }
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
