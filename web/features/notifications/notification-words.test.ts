import { expect, test } from 'vitest'
import type { BugNotification } from '#shared/following/contract.ts'
import { timelineKinds } from '#shared/history/timeline-entry.ts'
import { notificationLink, notificationPlace, notificationWords } from './notification-words.ts'

function notification(
  kind: BugNotification['last']['kind'],
  rest: { count?: number; status?: BugNotification['bug']['status'] } = {},
): BugNotification {
  const { count = 1, status = 'Open' } = rest
  const isClosed = status === 'Closed' || status === 'Resolved'
  return {
    bug: { _id: 'b', key: 'BUG-1', product: { _id: 'p', key: 'BUG', name: 'Bugs' }, title: 'T', isClosed, status },
    count,
    reason: 'follows',
    last: { _id: '42', kind, at: '2026-01-01T00:00:00.000Z', by: { _id: 'p', fullName: 'Ada Ash' } },
  }
}

test.each([
  [notification('comment-added'), 'Ada Ash commented'],
  [notification('status-changed', { status: 'Closed' }), 'Ada Ash closed it'],
  [notification('status-changed', { status: 'Resolved' }), 'Ada Ash resolved it'],
  [notification('status-changed', { status: 'Open' }), 'Ada Ash opened it again'],
  [notification('status-changed', { status: 'In Progress' }), 'Ada Ash changed its status'],
  [notification('comment-added', { count: 3 }), '3 changes, last: Ada Ash commented'],
  [notification('fields-changed'), 'Ada Ash changed its details'],
  [notification('joined'), 'Ada Ash is affected too'],
])('%#', (one, words) => {
  expect(notificationWords(one)).toBe(words)
})

test.each([
  [['status-changed'], 'Closed', 'Ada Ash closed 1,200 bugs'],
  [['status-changed', 'assigned'], 'Open', 'Ada Ash opened and changed the assignee of 1,200 bugs'],
  [['fields-changed'], 'Open', 'Ada Ash changed the details of 1,200 bugs'],
] as const)('of a bulk change %#', (kinds, status, words) => {
  const one = notification('fields-changed', { count: 2, status })
  const many = { ...one, bulk: { _id: 'c', bugs: 1_200, kinds: [...kinds] } }
  expect(notificationWords(many)).toBe(words)
  expect(notificationLink(many)).toEqual({ to: '/page/bugs/news/c' })
})

test('every kind has words, also where nobody said who it was', () => {
  for (const kind of timelineKinds) {
    const { last, ...rest } = notification(kind)
    const { by: _by, ...unsigned } = last
    expect(notificationWords({ ...rest, last: unsigned })).toMatch(/^Somebody \w+/)
  }
})

test('notifications lead to their entry, a new comment to the end of the timeline', () => {
  expect(notificationPlace(notification('classified'))).toBe('entry-42')
  expect(notificationPlace(notification('comment-added'))).toBe('new-comment')
})
