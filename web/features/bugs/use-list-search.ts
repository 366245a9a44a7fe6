import { paths } from '#web/lib/paths.ts'
import { useAddressSearch } from '#web/lib/use-address-search.ts'
import { type ListSearch, parseListSearch } from './list-search.ts'

/** Where 'back to the list' leads: the list as it was last looked at. */
let lastSearch: ListSearch = {}

export function lastListSearch(): ListSearch {
  return lastSearch
}

/** The bug list's search, and the way to change it. */
export function useListSearch() {
  const list = useAddressSearch(paths.bugList, parseListSearch)
  lastSearch = list.search
  return list
}
