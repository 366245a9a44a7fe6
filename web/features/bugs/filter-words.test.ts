import { expect, test } from 'vitest'
import { filterChips } from './filter-words.ts'

test('each filter has a chip that takes only itself back', () => {
  const chips = filterChips({ keywords: 'crash', closed: 'open', minAge: 1, maxAge: 30, pageNumber: 4, pageSize: 10 })
  expect(chips.map((chip) => chip.words)).toEqual([
    'Keywords: crash',
    'Open only',
    'At least 1 day old',
    'At most 30 days old',
  ])
  expect(chips[1]?.without).toEqual({ keywords: 'crash', minAge: 1, maxAge: 30, pageSize: 10 })
})

test('an order of its own is a chip too', () => {
  const [chip, ...others] = filterChips({ sortBy: 'title', sortByInvert: true, pageNumber: 2, pageSize: 10 })
  expect(others).toEqual([])
  expect(chip).toEqual({ name: 'order', words: 'Sorted by: Title, inverted', without: { pageSize: 10 } })
})

test('the plain list has no chips', () => {
  expect(filterChips({ pageNumber: 2, pageSize: 100 })).toEqual([])
})
