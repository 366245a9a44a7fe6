import { queryOptions } from '@tanstack/react-query'
import { listBugs } from '#shared/bugs/contract.ts'
import { call } from '#web/lib/call.ts'
import { bugKeys } from './bug-queries.ts'
import { type ListSearch, toListQuery } from './list-search.ts'

/** One page of the bug list. */
export function bugListQuery(search: ListSearch) {
  const query = toListQuery(search)
  return queryOptions({
    queryKey: [...bugKeys.lists, query],
    queryFn: ({ signal }) => call(listBugs, { query, signal }),
    // Whoever comes back to the window finds the rows where they were; see `useListNews`.
    refetchOnWindowFocus: false,
  })
}
