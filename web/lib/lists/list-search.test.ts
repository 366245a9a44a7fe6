import { expect, test } from 'vitest'
import {
  atPage,
  type CommonSearch,
  isAgeRangeImpossible,
  isSameButPage,
  parseCommonSearch,
  without,
} from './list-search.ts'

const search: CommonSearch = { keywords: 'crash', minAge: 0, maxAge: 30, sortByInvert: true, pageNumber: 3 }

test('texts and ages past the endpoint’s limits are cut or left out', () => {
  const limits = { keywords: 4, age: 10 }
  expect(parseCommonSearch({ keywords: 'abc defg', minAge: '11', maxAge: '10' }, limits)).toEqual({
    keywords: 'abc',
    maxAge: 10,
  })
})

test('only a minimum above the maximum is impossible', () => {
  expect(isAgeRangeImpossible({ minAge: 4, maxAge: 3 })).toBe(true)
  expect(isAgeRangeImpossible({ minAge: 3, maxAge: 3 })).toBe(false)
  expect(isAgeRangeImpossible({ minAge: 4 })).toBe(false)
  expect(isAgeRangeImpossible({ maxAge: 0 })).toBe(false)
})

test('a part is removed alone and brings back the first page', () => {
  const { minAge: _minAge, pageNumber: _pageNumber, ...rest } = search
  expect(without(search, 'minAge')).toEqual(rest)
})

test('another page is the same search', () => {
  expect(isSameButPage(search, atPage(search, 1))).toBe(true)
  expect(atPage(search, 1)).not.toHaveProperty('pageNumber')
  expect(atPage(search, 2).pageNumber).toBe(2)
  expect(isSameButPage(search, without(search, 'minAge'))).toBe(false)
})
