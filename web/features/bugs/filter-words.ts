import type { BugSort } from '#shared/bugs/words.ts'
import { activeFilters, type FilterName, type ListSearch, withoutFilter } from './list-search.ts'

export const sortWords: Readonly<Record<BugSort, string>> = {
  createdOn: 'Created',
  title: 'Title',
  description: 'Description',
  stepsToReproduce: 'Steps to reproduce',
}

export interface FilterChip {
  readonly name: FilterName | 'order'
  readonly words: string
  /** The search once this chip is removed. */
  readonly without: ListSearch
}

/** What a search asks for beyond the default, one chip a condition. */
export function filterChips(search: ListSearch): readonly FilterChip[] {
  const filters = activeFilters(search).map((name) => ({
    name,
    words: filterWords(search, name),
    without: withoutFilter(search, name),
  }))
  return search.sortBy || search.sortByInvert ? [...filters, orderChip(search)] : filters
}

function filterWords(search: ListSearch, name: FilterName): string {
  switch (name) {
    case 'keywords':
      return `Keywords: ${search.keywords}`
    case 'classification':
      return `Classification: ${search.classification}`
    case 'closed':
      return search.closed === 'closed' ? 'Closed only' : 'Open only'
    case 'minAge':
      return `At least ${days(search.minAge)} old`
    case 'maxAge':
      return `At most ${days(search.maxAge)} old`
  }
}

function orderChip(search: ListSearch): FilterChip {
  const { sortBy = 'createdOn', sortByInvert, pageNumber: _place, ...without } = search
  return { name: 'order', words: `Sorted by: ${sortWords[sortBy]}${sortByInvert ? ', inverted' : ''}`, without }
}

function days(count = 0): string {
  return count === 1 ? '1 day' : `${count} days`
}
