import { expect, test } from 'vitest'
import { conditionWords } from './condition-words.ts'
import { queryParts } from './query-parts.ts'

const wordsOf = (text: string) => queryParts(text).conditions.map((node) => conditionWords(node, text))

test.each([
  ['is:open', 'Open only'],
  ['is:closed', 'Closed only'],
  ['is:followed', 'Followed by me'],
  ['is:snoozed', 'Snoozed by me'],
  ['updated:>30d', 'Updated more than 30 days ago'],
  ['status:in-progress', 'Status: In Progress'],
  ['class:unclassified', 'Classification: unclassified'],
  ['priority:HIGH', 'Priority: high'],
  ['assignee:@me', 'Assigned to me'],
  ['assignee:none', 'Unassigned'],
  ['author:"Rosa Lind"', 'Reported by Rosa Lind'],
  ['commenter:rosa', 'Commented on by rosa'],
  ['created:>7d', 'Created more than 7 days ago'],
  ['created:<=1w', 'Created at most 1 week ago'],
  ['closed:2026-01-31', 'Closed on 2026-01-31'],
  ['closed:>2026-01-31', 'Closed after 2026-01-31'],
  ['created:2026-01-01..2026-01-31', 'Created from 2026-01-01 until 2026-01-31'],
  ['created:..2026-01-31', 'Created until 2026-01-31'],
  ['has:attachment', 'With an attachment'],
  ['duplicate-of:1f0c9a2e', 'Duplicates of 1f0c9a2e'],
  ['-winter', 'Without: winter'],
  ['-"two words"', 'Without: "two words"'],
  ['-assignee:@me', 'Not: Assigned to me'],
  ['-priority:none', 'Not: Priority: none'],
  ['-is:open', 'Closed only'],
  ['-is:closed', 'Open only'],
  ['-is:followed', 'Not followed by me'],
  ['-is:snoozed', 'Not snoozed by me'],
  ['-assignee:none', 'Assigned to somebody'],
  ['-has:attachment', 'Without an attachment'],
  ['(lamp OR is:open)', '(lamp OR is:open)'],
])('%s is “%s”', (text, words) => {
  expect(wordsOf(text)).toEqual([words])
})

test('plain words are no conditions of their own', () => {
  expect(wordsOf('std::vec main() "two words" C++ note:this')).toEqual([])
})
