import type { BugListItem } from '#shared/bugs/contract.ts'
import type { BugNotification } from '#shared/following/contract.ts'
import { expect, test } from 'vitest'
import type { WorkList } from './work-list.ts'
import { waitingOf } from './waiting-of.ts'

const retry = () => undefined
const list = <Item>(items: Item[], total = items.length): WorkList<Item> => ({ items, total, error: null, retry })
const failed = { items: undefined, total: 0, error: new Error('away'), retry }
const coming = { ...failed, error: null }
const bugs = (...ids: string[]) => ids.map((_id) => ({ _id }) as BugListItem)
const news = (...ids: string[]) => ids.map((_id) => ({ bug: { _id } }) as BugNotification)
const shown = ({ items }: ReturnType<typeof waitingOf>) =>
  items?.map((one) => ('news' in one ? `unread ${one.news.bug._id}` : one.bug._id))

test('what is unread comes first, and what is unread and waits is shown and counted once', () => {
  const both = waitingOf(list(news('a', 'b')), list(bugs('b', 'c'), 9))
  expect([shown(both), both.total, both.error]).toEqual([['unread a', 'unread b', 'c'], 10, null])
})

test('however much is unread, two that wait are among the five that are shown', () => {
  const many = waitingOf(list(news('a', 'b', 'c', 'd', 'e', 'f')), list(bugs('x', 'y', 'z')))
  expect(shown(many)?.slice(0, 5)).toEqual(['unread a', 'unread b', 'unread c', 'x', 'y'])
  expect(shown(many)).toHaveLength(9)
  expect(shown(waitingOf(list(news('a', 'b', 'c', 'd', 'e', 'f')), list([])))?.slice(0, 5)).toHaveLength(5)
})

test('what could be read is shown when the other could not, and nothing before both are known', () => {
  const some = waitingOf(list(news('a')), failed)
  expect([shown(some), some.error?.message]).toEqual([['unread a'], 'away'])
  expect(shown(waitingOf(failed, list(bugs('x'))))).toEqual(['x'])
  expect(waitingOf(list<BugNotification>([]), failed)).toMatchObject({ items: undefined, error: failed.error })
  expect(waitingOf(list(news('a')), coming)).toMatchObject({ items: undefined, error: null })
})
