import type { BugListItem } from '#shared/bugs/contract.ts'
import { type PagedList, usePagedList, usePrefetchedPage } from '#web/lib/use-paged-list.ts'
import { bugKeys, bugListQuery } from './bug-queries.ts'
import type { ListSearch } from './list-search.ts'

const source = { key: bugKeys.lists, page: bugListQuery }

/** One page of the bug list. */
export function useBugList(search: ListSearch): PagedList<BugListItem> {
  return usePagedList(search, source)
}

/** Reads the next page ahead. */
export function usePrefetchedBugs(search: ListSearch | undefined): void {
  usePrefetchedPage(search, source)
}
