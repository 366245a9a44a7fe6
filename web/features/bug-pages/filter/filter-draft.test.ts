import { expect, test } from 'vitest'
import type { ListSearch } from '#web/features/bugs/list-search.ts'
import { controlChange, draftOf, type FilterDraft, searchOf, shownDraft } from './filter-draft.ts'

const move = (search: ListSearch, part: Partial<FilterDraft>) => {
  const draft = draftOf(search)
  return searchOf({ ...draft, ...controlChange(draft, part) })
}

const id = '0123456789abcdef01234567'

test('the controls show what the words say', () => {
  const shown = shownDraft(draftOf({ keywords: 'lamp is:closed class:duplicate sort:title-desc', closed: 'open' }))
  expect(shownDraft(draftOf({ keywords: 'assignee:"Ada L" author:@me', author: id }))).toMatchObject({
    assignee: 'Ada L',
    author: '@me',
  })
  expect(shown).toMatchObject({ closed: 'closed', classification: 'duplicate', sortBy: 'title', sortByInvert: true })
})

test('a control that the words speak for changes the words', () => {
  const search = { keywords: 'lamp is:closed class:duplicate sort:title' }
  expect(move(search, { closed: 'open' })).toEqual({ keywords: 'lamp is:open class:duplicate sort:title' })
  expect(move(search, { closed: 'both' })).toEqual({ keywords: 'lamp class:duplicate sort:title' })
  expect(move(search, { classification: '' })).toEqual({ keywords: 'lamp is:closed sort:title' })
  expect(move({ keywords: 'lamp priority:low' }, { priority: 'urgent' })).toEqual({ keywords: 'lamp priority:urgent' })
  expect(move({ keywords: 'lamp priority:low' }, { priority: '' })).toEqual({ keywords: 'lamp' })
  expect(move({ keywords: 'lamp assignee:ada' }, { assignee: 'none' })).toEqual({ keywords: 'lamp assignee:none' })
  expect(move({ keywords: 'lamp author:@me' }, { author: '' })).toEqual({ keywords: 'lamp' })
  expect(move(search, { sortByInvert: true })).toEqual({ keywords: 'lamp is:closed class:duplicate sort:title-desc' })
  expect(move(search, { sortBy: 'createdOn' })).toEqual({ keywords: 'lamp is:closed class:duplicate' })
})

test('a control that the words leave alone sets its own parameter', () => {
  expect(move({ keywords: 'lamp' }, { closed: 'open' })).toEqual({ keywords: 'lamp', closed: 'open' })
  expect(move({ keywords: 'lamp is:snoozed' }, { assignee: '@me', author: id })).toEqual({
    keywords: 'lamp is:snoozed',
    assignee: '@me',
    author: id,
  })
  expect(move({ keywords: 'lamp' }, { sortBy: 'title' })).toEqual({ keywords: 'lamp', sortBy: 'title' })
  expect(move({ keywords: 'lamp class:approved' }, { priority: 'high' })).toEqual({
    keywords: 'lamp class:approved',
    priority: 'high',
  })
  expect(move({ keywords: '(is:open OR lamp)' }, { closed: 'closed' })).toEqual({
    keywords: '(is:open OR lamp)',
    closed: 'closed',
  })
})

test('what the words say is not said a second time', () => {
  const draft = draftOf({ closed: 'closed', priority: 'low', sortBy: 'title', sortByInvert: true })
  expect(searchOf({ ...draft, keywords: 'is:open priority:high sort:relevance lamp' })).toEqual({
    keywords: 'is:open priority:high sort:relevance lamp',
  })
})

test('without words nothing is sorted by relevance', () => {
  const draft = draftOf({ keywords: 'lamp', sortBy: 'relevance' })
  expect(searchOf(draft)).toEqual({ keywords: 'lamp', sortBy: 'relevance' })
  const empty = { ...draft, keywords: 'is:open' }
  expect(shownDraft(empty).sortBy).toBe('createdOn')
  expect(searchOf(empty)).toEqual({ keywords: 'is:open' })
})
