import type { UserSort } from '#shared/users/contract.ts'
import { ageWords, chipOf, type FilterChip, orderWords } from '#web/lib/lists/filter-chips.ts'
import { activeUserFilters, defaultUserSort, type UserFilterName, type UserSearch } from '../user-search.ts'

export const userSortWords: Readonly<Record<UserSort, string>> = {
  givenName: 'Given name',
  familyName: 'Family name',
  role: 'Role',
  newest: 'Newest',
  oldest: 'Oldest',
}

/** Returns one chip for each condition of a search that is not the default. */
export function userFilterChips(search: UserSearch): readonly FilterChip<UserSearch>[] {
  const filters = activeUserFilters(search).map((name) =>
    chipOf(search, { name, words: filterWords(search, name), drops: [name] }),
  )
  if (!search.sortBy && !search.sortByInvert) return filters
  const words = orderWords(userSortWords[search.sortBy ?? defaultUserSort], search.sortByInvert)
  return [...filters, chipOf(search, { name: 'order', words, drops: ['sortBy', 'sortByInvert'] })]
}

function filterWords(search: UserSearch, name: UserFilterName): string {
  switch (name) {
    case 'keywords':
      return `Keywords: ${search.keywords}`
    case 'role':
      return `Role: ${search.role}`
    case 'minAge':
    case 'maxAge':
      return ageWords(name, search[name] ?? 0)
  }
}
