import type { BugSort } from '#shared/bugs/words.ts'
import { ageWords, chipOf, type FilterChip, orderWords } from '#web/lib/filter-chips.ts'
import { activeFilters, type FilterName, type ListSearch } from './list-search.ts'

export const sortWords: Readonly<Record<BugSort, string>> = {
  createdOn: 'Created',
  title: 'Title',
  description: 'Description',
  stepsToReproduce: 'Steps to reproduce',
}

/** What a search asks for beyond the default, one chip a condition. */
export function filterChips(search: ListSearch): readonly FilterChip<ListSearch>[] {
  const filters = activeFilters(search).map((name) =>
    chipOf(search, { name, words: filterWords(search, name), drops: [name] }),
  )
  if (!search.sortBy && !search.sortByInvert) return filters
  const words = orderWords(sortWords[search.sortBy ?? 'createdOn'], search.sortByInvert)
  return [...filters, chipOf(search, { name: 'order', words, drops: ['sortBy', 'sortByInvert'] })]
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
    case 'maxAge':
      return ageWords(name, search[name] ?? 0)
  }
}
