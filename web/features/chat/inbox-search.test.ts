import { expect, test } from 'vitest'
import { parseInboxSearch } from './inbox-search.ts'

test('the address of the inbox says no more than it must, and what can’t be meant is left out', () => {
  expect(parseInboxSearch({ view: 'unassigned', pageNumber: '1', keywords: ' ' })).toEqual({})
  expect(parseInboxSearch({ view: 'mine', pageNumber: '2', keywords: 404, conversation: 'abc' })).toEqual({
    view: 'mine',
    pageNumber: 2,
    keywords: '404',
    conversation: 'abc',
  })
  expect(parseInboxSearch({ view: 'nobodys', pageNumber: '-1' })).toEqual({})
})
