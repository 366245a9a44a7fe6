import { bugSorts, classifications } from '#shared/bugs/words.ts'
import { maxPageSize } from '#shared/http/page.ts'
import { expect, it } from 'vitest'
import { filterOf } from './bug-list-filter.ts'
import { pageStatement } from './bug-list-statement.ts'

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
