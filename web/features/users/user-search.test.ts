import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeUserFilters, parseUserSearch, toUserQuery, type UserSearch } from './user-search.ts'

const everything: UserSearch = {
  keywords: 'ada',
  role: 'staff',
  minAge: 0,
  maxAge: 30,
  sortBy: 'familyName',
  sortByInvert: true,
  pageNumber: 3,
  pageSize: 25,
}

test('a full search survives the address', () => {
  expect(parseUserSearch({ ...everything })).toEqual(everything)
})

test('defaults and what cannot be meant are left out', () => {
  expect(parseUserSearch({ role: ' ', sortBy: 'newest', pageNumber: '1', pageSize: '5' })).toEqual({})
  expect(parseUserSearch({ role: { a: 1 }, sortBy: 'password', minAge: '-1', maxAge: '1.5', other: 1 })).toEqual({})
})

test('reading twice changes nothing', () => {
  const words = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(undefined), fc.object())
  const record = fc.record(Object.fromEntries(Object.keys(everything).map((name) => [name, words])))
  fc.assert(
    fc.property(record, (search) => {
      const once = parseUserSearch(search)
      expect(parseUserSearch({ ...once })).toEqual(once)
    }),
  )
})

test('the query carries the wire’s spellings', () => {
  expect(toUserQuery(everything)).toEqual({
    keywords: 'ada',
    role: 'staff',
    minAge: '0',
    maxAge: '30',
    sortBy: 'familyName',
    sortByInvert: 'true',
    pageNumber: '3',
    pageSize: '25',
  })
  expect(toUserQuery({})).toEqual({})
})

test('order and place are no filters', () => {
  expect(activeUserFilters(everything)).toEqual(['keywords', 'role', 'minAge', 'maxAge'])
  expect(activeUserFilters({ sortBy: 'role', pageNumber: 2, pageSize: 10 })).toEqual([])
})
