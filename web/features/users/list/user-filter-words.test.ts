import { expect, test } from 'vitest'
import { userFilterChips } from './user-filter-words.ts'

test('each filter has a chip that takes only itself back', () => {
  const chips = userFilterChips({ keywords: 'ada', role: 'staff', minAge: 1, maxAge: 30, pageNumber: 4, pageSize: 10 })
  expect(chips.map((chip) => chip.words)).toEqual([
    'Keywords: ada',
    'Role: staff',
    'At least 1 day old',
    'At most 30 days old',
  ])
  expect(chips[1]?.without).toEqual({ keywords: 'ada', minAge: 1, maxAge: 30, pageSize: 10 })
})

test('an order of its own is a chip too, and the plain list has none', () => {
  expect(userFilterChips({ sortByInvert: true, pageNumber: 2 })).toEqual([
    { name: 'order', words: 'Sorted by: Newest, inverted', without: {} },
  ])
  expect(userFilterChips({ pageNumber: 2, pageSize: 10 })).toEqual([])
})
