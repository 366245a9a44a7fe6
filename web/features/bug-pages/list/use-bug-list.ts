import type { BugListItem } from '#shared/bugs/contract.ts'
import { bugKeys, bugListQuery, type ListSearch } from '#web/features/bugs/public.ts'
import { type PagedList, usePagedList, usePrefetchedPage } from '#web/lib/lists/use-paged-list.ts'
import { isImpossible } from '../filter/is-impossible.ts'
import type { BugListReply } from './list-news.ts'

const source = { key: bugKeys.lists, page: bugListQuery, isImpossible }
const unasked = { ...source, isImpossible: () => true }

export type BugPage = PagedList<BugListItem, BugListReply>

/** One page of the bug list. Nothing is asked while the search itself is not known yet. */
export function useBugList(search: ListSearch, isPending: boolean): BugPage {
  const list = usePagedList(search, isPending ? unasked : source)
  return isPending ? { ...list, state: 'loading' } : list
}

/** Reads the next page ahead. */
export function usePrefetchedBugs(search: ListSearch | undefined): void {
  usePrefetchedPage(search, source)
}
