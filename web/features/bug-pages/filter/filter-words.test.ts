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

test('each field that is filtered by has a chip, and sorting by one too', () => {
  const chips = filterChips({ classification: 'approved', priority: 'high', sortBy: 'priority' })
  expect(chips.map(({ words, without }) => [words, without])).toEqual([
    ['Classification: approved', { priority: 'high', sortBy: 'priority' }],
    ['Priority: high', { classification: 'approved', sortBy: 'priority' }],
    ['Sorted by: Priority', { classification: 'approved', priority: 'high' }],
  ])
})

test('people that are filtered by have chips with their names', () => {
  const ann = '0123456789abcdef01234567'
  const wordsOf = (search: Parameters<typeof filterChips>[0]) =>
    filterChips(search, () => 'Ann').map(({ words }) => words)
  expect(wordsOf({ assignee: ann, author: '@me' })).toEqual(['Assigned to Ann', 'Reported by me'])
  expect(wordsOf({ assignee: 'none', author: ann })).toEqual(['Unassigned', 'Reported by Ann'])
  expect(filterChips({ author: ann }).map(({ words }) => words)).toEqual(['Reported by 01234567'])
})

test('the plain list has no chips', () => {
  expect(filterChips({ pageNumber: 2, pageSize: 100 })).toEqual([])
})

test('conditions among the words are chips of their own', () => {
  const chips = filterChips({ keywords: 'lamp  is:open "two words" assignee:@me -winter sort:title', minAge: 3 })
  expect(chips.map(({ words, without }) => [words, without.keywords])).toEqual([
    ['Keywords: lamp "two words"', 'is:open assignee:@me -winter sort:title'],
    ['Open only', 'lamp "two words" assignee:@me -winter sort:title'],
    ['Assigned to me', 'lamp is:open "two words" -winter sort:title'],
    ['Without: winter', 'lamp is:open "two words" assignee:@me sort:title'],
    ['At least 3 days old', 'lamp  is:open "two words" assignee:@me -winter sort:title'],
    ['Sorted by: Title', 'lamp is:open "two words" assignee:@me -winter'],
  ])
})

test('the last condition takes the keywords along', () => {
  expect(filterChips({ keywords: 'is:open', pageSize: 10 })).toEqual([
    { name: 'condition 0', words: 'Open only', without: { pageSize: 10 } },
  ])
})

test('words that can’t be read are one chip', () => {
  expect(filterChips({ keywords: 'lamp class:wrong' }).map(({ words }) => words)).toEqual([
    'Keywords: lamp class:wrong',
  ])
})

test('relevance without words is no order', () => {
  expect(filterChips({ keywords: 'is:open', sortBy: 'relevance' }).map(({ words }) => words)).toEqual(['Open only'])
})
