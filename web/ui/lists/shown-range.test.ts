import { expect, test } from 'vitest'
import { shownRange } from './shown-range.ts'

test('the range of a page ends with the last result', () => {
  expect(shownRange({ currentPage: 1, pageSize: 5, totalCount: 12 })).toEqual({ first: 1, last: 5 })
  expect(shownRange({ currentPage: 3, pageSize: 5, totalCount: 12 })).toEqual({ first: 11, last: 12 })
  expect(shownRange({ currentPage: 1, pageSize: 5, totalCount: 0 })).toEqual({ first: 0, last: 0 })
})
