import type { User } from '#shared/users/contract.ts'
import { type PagedList, usePagedList, usePrefetchedPage } from '#web/lib/lists/use-paged-list.ts'
import { userKeys, userListQuery } from '../user-queries.ts'
import type { UserSearch } from '../user-search.ts'

const source = { key: userKeys.lists, page: userListQuery }

/** Reads one page of the user list. */
export function useUserList(search: UserSearch): PagedList<User> {
  return usePagedList(search, source)
}

/** Prefetches the next page. */
export function usePrefetchedUsers(search: UserSearch | undefined): void {
  usePrefetchedPage(search, source)
}
