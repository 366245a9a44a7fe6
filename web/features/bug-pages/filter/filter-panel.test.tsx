// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { bugFields, filterFields, sortFields } from '#shared/bugs/fields.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { FilterPanel } from './filter-panel.tsx'
import type { ListSearch } from '#web/features/bugs/list-search.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(search: ListSearch) {
  const asked: ListSearch[] = []
  const client = createQueryClient()
  const keywordsRef = createRef<HTMLInputElement>()
  const panel = (current: ListSearch) => (
    <QueryClientProvider client={client}>
      <FilterPanel
        search={current}
        keywordsRef={keywordsRef}
        showShortcut={false}
        onSearch={(next) => asked.push(next)}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(panel(search))
  return { asked, change: (next: ListSearch) => rerender(panel(next)) }
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a search is asked for whole, without defaults, from the first page', () => {
  const { asked } = show({ pageNumber: 7, pageSize: 10 })
  press('Filters')
  type('Keywords', ' crash ')
  type('Min age (days)', '3')
  type('Sort by', 'title')
  fireEvent.click(screen.getByLabelText('Closed only'))
  expect(asked).toEqual([])
  press('Search')
  expect(asked).toEqual([{ keywords: 'crash', minAge: 3, sortBy: 'title', closed: 'closed', pageSize: 10 }])
})

test('Ctrl+Enter searches from a filter', () => {
  const { asked } = show({})
  press('Filters')
  type('Priority', 'high')
  fireEvent.keyDown(screen.getByLabelText('Priority'), { key: 'Enter', ctrlKey: true })
  expect(asked).toEqual([{ priority: 'high' }])
})

test('each field that is filtered by has a control, and each that is sorted by a choice', () => {
  const { asked } = show({})
  press('Filters')
  const words = (label: string) => [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text)
  for (const name of filterFields) expect(words(bugFields[name].label)).toEqual(['Any', ...bugFields[name].values])
  expect(words('Sort by')).toEqual([
    ...sortFields.map((name) => bugFields[name].label),
    'Created',
    'Updated',
    'Affected people',
    'Longest wait',
  ])
  type('Status', 'In Progress')
  type('Assignee', 'nobody')
  type('Reported by', 'Me')
  type('Classification', 'approved')
  type('Priority', 'high')
  type('Sort by', 'priority')
  press('Search')
  expect(asked).toEqual([
    {
      status: 'In Progress',
      classification: 'approved',
      priority: 'high',
      assignee: 'none',
      author: '@me',
      sortBy: 'priority',
    },
  ])
})

test('a minimum age above the maximum says so and asks for nothing', () => {
  const { asked } = show({})
  press('Filters')
  type('Min age (days)', '9')
  type('Max age (days)', '3')
  press('Search')
  expect(asked).toEqual([])
  expect(screen.getByRole('alert').textContent).toBe('The minimum age must not be greater than the maximum age.')
  type('Max age (days)', '9')
  expect(screen.queryByRole('alert')).toBeNull()
  press('Search')
  expect(asked).toEqual([{ minAge: 9, maxAge: 9 }])
})

test('ages take digits only', () => {
  show({})
  press('Filters')
  type('Max age (days)', '-1.5e3')
  expect(screen.getByLabelText<HTMLInputElement>('Max age (days)').value).toBe('153')
})

test('chips stand for the filters while the panel is closed', () => {
  const { asked } = show({ keywords: 'crash', closed: 'open' })
  press('Remove Open only')
  expect(asked).toEqual([{ keywords: 'crash' }])
  press('Filters')
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull()
})

test('Clear Search asks for everything', () => {
  const { asked } = show({ keywords: 'crash', pageSize: 25 })
  press('Clear Search')
  expect(asked).toEqual([{}])
})

test('the fields follow a search that changes by other means', () => {
  const { change } = show({ keywords: 'crash' })
  type('Keywords', 'half typed')
  change({ keywords: 'freeze' })
  expect(screen.getByLabelText<HTMLInputElement>('Keywords').value).toBe('freeze')
})

test('what is typed while a search opens stays', () => {
  vi.useFakeTimers()
  const { asked, change } = show({})
  type('Keywords', 'cra')
  act(() => vi.advanceTimersByTime(500))
  expect(asked).toEqual([{ keywords: 'cra' }])
  type('Keywords', 'cras')
  change({ keywords: 'cra' })
  expect(screen.getByLabelText<HTMLInputElement>('Keywords').value).toBe('cras')
  act(() => vi.advanceTimersByTime(500))
  expect(asked).toEqual([{ keywords: 'cra' }, { keywords: 'cras' }])
  change({ keywords: 'cras' })
  change({})
  expect(screen.getByLabelText<HTMLInputElement>('Keywords').value).toBe('')
})

test('Clear Search takes back a name that is nobody’s', () => {
  show({})
  press('Filters')
  type('Assignee', 'Somebody')
  press('Clear Search')
  expect(screen.getByLabelText<HTMLInputElement>('Assignee').value).toBe('')
})

test('a control that the words speak for rewrites them', () => {
  const { asked } = show({ keywords: 'crash is:open' })
  press('Filters')
  expect(screen.getByLabelText<HTMLInputElement>('Open only').checked).toBe(true)
  fireEvent.click(screen.getByLabelText('Closed only'))
  expect(screen.getByLabelText<HTMLInputElement>('Keywords').value).toBe('crash is:closed')
  press('Search')
  expect(asked).toEqual([{ keywords: 'crash is:closed' }])
})

test('words that can’t be read are explained once they are asked for, and nothing is sent', () => {
  const { asked } = show({})
  type('Keywords', 'crash class:wrong')
  expect(screen.queryByRole('alert')).toBeNull()
  press('Search')
  expect(asked).toEqual([])
  expect(screen.getByRole('alert').querySelector('mark')?.textContent).toBe('class:wrong')
  expect(screen.getByLabelText('Keywords').getAttribute('aria-invalid')).toBe('true')
  type('Keywords', 'crash class:approved')
  expect(screen.queryByRole('alert')).toBeNull()
  press('Search')
  expect(asked).toEqual([{ keywords: 'crash class:approved' }])
})

test('a link with words that can’t be read shows at once where', () => {
  show({ keywords: '(a OR b' })
  expect(screen.getByRole('alert').querySelector('mark')?.textContent).toBe('(a OR b')
})

test('relevance is offered where there are words to be relevant for', () => {
  const options = () => [...screen.getByLabelText<HTMLSelectElement>('Sort by').options].map(({ value }) => value)
  show({ keywords: 'is:open' })
  press('Filters')
  expect(options()).not.toContain('relevance')
  type('Keywords', 'is:open crash')
  expect(options()).toContain('relevance')
})
