// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { dropRecentBug, forgetRecentBugs, maxRecentBugs, noteRecentBug, recentBugs } from './recent-bugs.ts'

const bug = (id: string, title = `Bug ${id}`) => ({ _id: id, title })
const ids = (account: string) => recentBugs(account).map(({ _id }) => _id)

beforeEach(() => localStorage.clear())

test('the last one comes first, each once and under its last title, and only so many are kept', () => {
  for (let index = 0; index < maxRecentBugs + 3; index++) noteRecentBug('ada', bug(`${index}`))
  expect(ids('ada')).toHaveLength(maxRecentBugs)
  noteRecentBug('ada', bug('10', 'Another title'))
  expect(recentBugs('ada')[0]).toEqual({ _id: '10', title: 'Another title' })
  expect(ids('ada').filter((id) => id === '10')).toEqual(['10'])
})

test('nothing but id and title is kept', () => {
  noteRecentBug('ada', { ...bug('1'), description: 'not for the browser' } as ReturnType<typeof bug>)
  expect(JSON.stringify({ ...localStorage })).not.toContain('not for the browser')
})

test('one account never sees another’s, and whoever comes next removes them', () => {
  noteRecentBug('ada', bug('1'))
  expect(recentBugs('bo')).toEqual([])
  noteRecentBug('bo', bug('2'))
  expect(ids('bo')).toEqual(['2'])
  expect(recentBugs('ada')).toEqual([])
})

test('a bug that is gone is dropped, and logging out forgets all, but nothing else of the browser’s', () => {
  localStorage.setItem('other', 'stays')
  noteRecentBug('ada', bug('1'))
  noteRecentBug('ada', bug('2'))
  dropRecentBug('ada', '1')
  expect(ids('ada')).toEqual(['2'])
  forgetRecentBugs()
  expect(recentBugs('ada')).toEqual([])
  expect(localStorage.getItem('other')).toBe('stays')
})

test.each(['{', '7', '{"a":1}', '[{"_id":1,"title":"x"},null,"y"]'])('what can’t be read, %s, is nothing', (text) => {
  localStorage.setItem('mothlight-recent-bugs:ada', text)
  expect(recentBugs('ada')).toEqual([])
})
