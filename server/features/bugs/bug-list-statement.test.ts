import { planOf } from '#server/features/search/search-plan.ts'
import { bugSorts, classifications } from '#shared/bugs/words.ts'
import { maxPageSize } from '#shared/http/page.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import { expect, it } from 'vitest'
import { agedPageStatement } from './aged-page.ts'
import { agedPage, agedTotal, factsOf, filterOf, wordSearchOf } from './bug-list-filter.ts'
import { pageStatement, totalStatement } from './bug-list-statement.ts'
import { farStatement } from './far-page.ts'
import { farWordStatement } from './far-words.ts'
import { OrderBlocks } from './order-blocks.ts'
import { wordPageStatement, wordTotalStatement } from './word-list-statement.ts'
import { ownPage, titledPage, walkedPage } from './word-list-walk.ts'

/** Notes the plans that are kept, each of one text. */
function keptPlans() {
  const texts = new Map<string, string>()
  const note = (statement: { name: string; text: string } | undefined) => {
    if (!statement?.name) return
    const { name, text } = statement
    expect(name.length).toBeLessThan(64)
    expect(texts.get(name) ?? text, name).toBe(text)
    texts.set(name, text)
  }
  return { texts, note }
}

const now = new Date()

function searchFor(keywords: string) {
  const parsed = parseSearch(keywords)
  if (!parsed.ok || !parsed.root) throw new Error(`${keywords} can't be searched`)
  const context = { userId: 'f'.repeat(24), people: new Map(), now, table: 'bug_search' } as const
  return { ...planOf(parsed.root), context, chat: undefined }
}

it('pages of all sizes, orders and filters keep few plans, and one name never means two texts', () => {
  const { texts, note } = keptPlans()
  const terms = [
    'is:open',
    'is:closed',
    'class:approved',
    '-is:open',
    'is:closed class:approved',
    '(is:open OR is:closed)',
  ]
  for (const search of [undefined, ...terms.map(searchFor)])
    for (const by of bugSorts)
      for (const inverted of [false, true])
        for (const closed of ['both', 'true', 'false'] as const)
          for (const classification of [undefined, ...classifications])
            for (const minAge of [undefined, 3])
              for (const size of [1, 5, 6, maxPageSize])
                for (const [number, total] of [[1], [3], [3, 290], [2, 101]] as const) {
                  const filter = filterOf({ closed, classification, minAge }, search, now)
                  note(pageStatement(filter, { by, inverted }, { number, size }, total))
                  note(totalStatement(filter))
                }
  expect(texts.size).toBeGreaterThan(0)
  expect(texts.size).toBeLessThan(100)
})

it('so do pages of ages, and pages far in', () => {
  const { texts, note } = keptPlans()
  const starts = Array.from({ length: 10 }, (_, n) => ({ key: Buffer.from(`${n}`.repeat(8)), id: `${n}`.repeat(24) }))
  const blocks = new OrderBlocks(starts, 5_000)
  for (let number = 0; number < 5_000; number++) blocks.put(number, number % 10, number % 8)
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
                for (const statement of far) note(statement)
              }
          }
  expect(texts.size).toBeGreaterThan(0)
  expect(texts.size).toBeLessThan(100)
})

it('so do pages of all words', () => {
  const { texts, note } = keptPlans()
  const words = ['crash', '"timed out"', 'crash -error', 'crash is:open', 'crash assignee:@me', 'crash error']
  for (const keywords of [...words, 'crash error window button lamp moth']) {
    const search = searchFor(keywords)
    for (const by of bugSorts)
      for (const inverted of [false, true])
        for (const closed of ['both', 'true', 'false'] as const)
          for (const classification of [undefined, ...classifications])
            for (const [minAge, maxAge] of [[], [3], [undefined, 3], [3, 5]])
              for (const number of [1, 3])
                for (const size of [1, 5, 6, maxPageSize]) {
                  const [query, order, page] = [
                    { closed, classification, minAge, maxAge },
                    { by, inverted },
                    { number, size },
                  ]
                  const list = { query, search, now, order, leaves: [], recent: undefined }
                  note(wordPageStatement(list, page))
                  note(wordTotalStatement(list))
                  const known = wordSearchOf(query, search)
                  if (!known) continue
                  for (const since of [undefined, '7']) {
                    note(walkedPage(known, search, order, page, { total: 5_000, among: 10_000, since }))
                    for (const pageOf of [titledPage, ownPage]) note(pageOf(known, search, order, page, since))
                  }
                }
  }
  expect(texts.size).toBeGreaterThan(0)
  expect(texts.size).toBeLessThan(100)
})
