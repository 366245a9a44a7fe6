import { paths } from '#web/lib/paths.ts'
import { useAddressSearch } from '#web/lib/lists/use-address-search.ts'
import { parseUserSearch, type UserSearch } from './user-search.ts'

/** The last search, to which 'back to the users' leads. */
let lastSearch: UserSearch = {}

export function lastUserSearch(): UserSearch {
  return lastSearch
}

/** Returns the user list's search, and the function to change it. */
export function useUserSearch() {
  const list = useAddressSearch(paths.userList, parseUserSearch)
  lastSearch = list.search
  return list
}
