import { expect, test } from 'vitest'
import { addressOf, isChangedFrom, searchAt } from './viewed-search.ts'

const view = { _id: 'v1', search: { keywords: 'is:open', pageSize: 25 } }

test('a view’s name alone stands for what the view finds, at any page', () => {
  expect(searchAt({ view: 'v1' }, view.search)).toEqual({ keywords: 'is:open', pageSize: 25 })
  expect(searchAt({ view: 'v1', pageNumber: 3 }, view.search)).toEqual({
    keywords: 'is:open',
    pageSize: 25,
    pageNumber: 3,
  })
})

test('with anything else beside it, the address says it all', () => {
  expect(searchAt({ view: 'v1', closed: 'open' }, view.search)).toEqual({ closed: 'open' })
})

test('a view that can’t be opened narrows nothing', () => {
  expect(searchAt({ view: 'v1' }, undefined)).toEqual({})
})

test('the address stays the view’s as long as nothing differs but the page', () => {
  expect(addressOf({ keywords: 'is:open', pageSize: 25, pageNumber: 2 }, view)).toEqual({ view: 'v1', pageNumber: 2 })
  expect(addressOf({ keywords: 'is:open' }, view)).toEqual({ view: 'v1', keywords: 'is:open' })
  expect(addressOf({}, view)).toEqual({})
  expect(addressOf({ keywords: 'crash' }, undefined)).toEqual({ keywords: 'crash' })
})

test('every address leads back to the search it was made of', () => {
  for (const search of [{ keywords: 'is:open', pageSize: 25, pageNumber: 2 }, { minAge: 3 }, { keywords: 'is:open' }]) {
    expect(searchAt(addressOf(search, view), view.search)).toEqual(search)
  }
})

test('a view counts as changed where the list shows something else', () => {
  expect(isChangedFrom({ pageSize: 25, keywords: 'is:open', pageNumber: 9 }, view.search)).toBe(false)
  // Where the view leaves the size to its reader, a size is no change.
  expect(isChangedFrom({ pageSize: 50, keywords: 'is:open' }, { keywords: 'is:open' })).toBe(false)
  expect(isChangedFrom({ keywords: 'is:open' }, view.search)).toBe(true)
})
