import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeFilters, type ListSearch, parseListSearch, toListQuery } from './list-search.ts'

const everything: ListSearch = {
  keywords: 'crash',
  classification: 'approved',
  priority: 'high',
  status: 'In Progress',
  assignee: 'none',
  author: '@me',
  closed: 'open',
  minAge: 0,
  maxAge: 30,
  sortBy: 'title',
  sortByInvert: true,
  pageNumber: 3,
  pageSize: 25,
}

test('a full search survives the address', () => {
  expect(parseListSearch({ ...everything })).toEqual(everything)
})

test('defaults are left out', () => {
  expect(
    parseListSearch({
      keywords: '  ',
      closed: 'both',
      sortBy: 'createdOn',
      sortByInvert: false,
      pageNumber: 1,
      pageSize: 5,
    }),
  ).toEqual({})
})

test('what cannot be meant is left out', () => {
  expect(
    parseListSearch({
      keywords: { a: 1 },
      classification: 'great',
      priority: 'High',
      assignee: 'Ada',
      author: 'none',
      closed: 'ajar',
      minAge: -1,
      maxAge: '1.5',
      sortBy: '__proto__',
      pageNumber: 0,
      pageSize: 101,
      other: 1,
    }),
  ).toEqual({})
})

test('values that the router turned into numbers and booleans are understood', () => {
  expect(parseListSearch({ keywords: 404, closed: true, pageNumber: '2' })).toEqual({
    keywords: '404',
    closed: 'closed',
    pageNumber: 2,
  })
})

test('reading twice changes nothing', () => {
  const words = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(undefined), fc.object())
  const record = fc.record(Object.fromEntries(Object.keys(everything).map((name) => [name, words])))
  fc.assert(
    fc.property(record, (search) => {
      const once = parseListSearch(search)
      expect(parseListSearch({ ...once })).toEqual(once)
    }),
  )
})

test('the query carries the wire’s spellings and omits both', () => {
  expect(toListQuery(everything)).toEqual({
    keywords: 'crash',
    classification: 'approved',
    priority: 'high',
    status: 'In Progress',
    assignee: 'none',
    author: '@me',
    closed: 'false',
    minAge: '0',
    maxAge: '30',
    sortBy: 'title',
    sortByInvert: 'true',
    pageNumber: '3',
    pageSize: '25',
  })
  expect(toListQuery({ closed: 'closed' })).toEqual({ closed: 'true' })
  expect(toListQuery({})).toEqual({})
})

test('the active filters come in the order of the panel', () => {
  expect(activeFilters(everything)).toEqual([
    'keywords',
    'status',
    'classification',
    'priority',
    'assignee',
    'author',
    'closed',
    'minAge',
    'maxAge',
  ])
  expect(activeFilters({ sortBy: 'title', pageSize: 10 })).toEqual([])
})
