import { expect, test } from 'vitest'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { listedBug } from '#web/features/bugs/listed-bug-for-tests.ts'
import { type BugListReply, leftBehind, listNews, newsWords } from './list-news.ts'

const bug = (id: string, title = id) => listedBug(id, { title })

function list(totalCount: number, ...bugs: BugListItem[]): BugListReply {
  return {
    result: bugs,
    pagination: { currentPage: 1, pageSize: 2, totalCount, totalPages: Math.ceil(totalCount / 2) },
  }
}

const titles = (reply: BugListReply | undefined) => reply?.result.map(({ title }) => title)

test('the same rows in the same order change where they stand', () => {
  const { shown, waiting } = listNews(list(2, bug('a'), bug('b')), list(3, bug('a', 'new'), bug('b')), [])
  expect(titles(shown)).toEqual(['new', 'b'])
  expect(shown.pagination.totalCount).toBe(3)
  expect(waiting).toBeUndefined()
})

test('a row that would push others down waits, while those on the screen and the totals are true', () => {
  const { shown, waiting } = listNews(list(2, bug('a'), bug('b')), list(3, bug('c'), bug('a', 'new')), [])
  expect(titles(shown)).toEqual(['new', 'b'])
  expect(shown.pagination).toMatchObject({ totalCount: 3, totalPages: 2, currentPage: 1 })
  expect(titles(waiting)).toEqual(['c', 'new'])
})

test('a row that no longer belongs to the list stays, as it is now', () => {
  const { shown } = listNews(list(2, bug('a'), bug('b')), list(1, bug('a')), [bug('b', 'closed')])
  expect(titles(shown)).toEqual(['a', 'closed'])
})

test('another order waits too', () => {
  const { shown, waiting } = listNews(list(2, bug('a'), bug('b')), list(2, bug('b'), bug('a')), [])
  expect(titles(shown)).toEqual(['a', 'b'])
  expect(titles(waiting)).toEqual(['b', 'a'])
})

test('only rows that have changed and are no longer found are read one by one', () => {
  const old = list(3, bug('a'), bug('b'), bug('c'))
  const fresh = list(3, bug('d'), bug('a'))
  expect(leftBehind(old, fresh, { bugIds: ['c', 'a'], isMore: false })).toEqual(['c'])
  expect(leftBehind(old, fresh, { bugIds: [], isMore: true })).toEqual(['b', 'c'])
})

test('the button says how many more there are, or that something else is different', () => {
  expect(newsWords(5, 6)).toBe('1 new bug')
  expect(newsWords(5, 8)).toBe('3 new bugs')
  expect(newsWords(5, 5)).toBe('The list has changed')
  expect(newsWords(5, 4)).toBe('The list has changed')
})
