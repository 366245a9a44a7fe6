import { paths } from '#web/lib/paths.ts'
import { useAddressSearch } from '#web/lib/lists/use-address-search.ts'
import { parseUserSearch, type UserSearch } from './user-search.ts'

/** Where 'back to the users' leads: the list as it was last looked at. */
let lastSearch: UserSearch = {}

export function lastUserSearch(): UserSearch {
  return lastSearch
}

/** The user list's search, and the way to change it. */
export function useUserSearch() {
  const list = useAddressSearch(paths.userList, parseUserSearch)
  lastSearch = list.search
  return list
}
