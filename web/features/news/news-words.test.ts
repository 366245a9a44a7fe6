import { expect, test } from 'vitest'
import type { BugNews } from '#shared/following/contract.ts'
import { timelineKinds } from '#shared/history/timeline-entry.ts'
import { newsPlace, newsWords } from './news-words.ts'

function news(
  kind: BugNews['last']['kind'],
  rest: { count?: number; status?: BugNews['bug']['status'] } = {},
): BugNews {
  const { count = 1, status = 'Open' } = rest
  const isClosed = status === 'Closed' || status === 'Resolved'
  return {
    bug: { _id: 'b', title: 'T', isClosed, status },
    count,
    last: { _id: '42', kind, at: '2026-01-01T00:00:00.000Z', by: { _id: 'p', fullName: 'Ada Ash' } },
  }
}

test.each([
  [news('comment-added'), 'Ada Ash commented'],
  [news('status-changed', { status: 'Closed' }), 'Ada Ash closed it'],
  [news('status-changed', { status: 'Resolved' }), 'Ada Ash resolved it'],
  [news('status-changed', { status: 'Open' }), 'Ada Ash opened it again'],
  [news('status-changed', { status: 'In Progress' }), 'Ada Ash changed its status'],
  [news('comment-added', { count: 3 }), '3 changes, last: Ada Ash commented'],
  [news('fields-changed'), 'Ada Ash changed its details'],
  [news('joined'), 'Ada Ash is affected too'],
])('%#', (one, words) => {
  expect(newsWords(one)).toBe(words)
})

test('every kind has words, also where nobody said who it was', () => {
  for (const kind of timelineKinds) {
    const { last, ...rest } = news(kind)
    const { by: _by, ...unsigned } = last
    expect(newsWords({ ...rest, last: unsigned })).toMatch(/^Somebody \w+/)
  }
})

test('news lead to their entry, a new comment to the end of the timeline', () => {
  expect(newsPlace(news('classified'))).toBe('entry-42')
  expect(newsPlace(news('comment-added'))).toBe('new-comment')
})
