import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { emptyPagination, type Pagination } from '#shared/http/page.ts'
import { useDelayed } from '#web/lib/use-delayed.ts'
import { type CommonSearch, isAgeRangeImpossible, isSameButPage } from './list-search.ts'

/** Milliseconds for which the results of the previous search are shown while new ones load. */
const staleFor = 150

/** The answer of a list's endpoint. */
interface ListReply {
  readonly result: readonly unknown[]
  readonly pagination: Pagination
}

/** How one list is read. */
export interface ListSource<Search, Reply, Key extends QueryKey> {
  /** First part of the key of every page. */
  readonly key: readonly string[]
  readonly page: (search: Search) => UseQueryOptions<Reply, Error, Reply, Key>
  /** Returns whether a search is contradictory, beyond its ages. It is never sent. */
  readonly isImpossible?: (search: Search) => boolean
}

export interface PagedList<Item, Reply = unknown> {
  /**
   * `impossible`: the search is contradictory, and was not sent. `first-load`: nothing is known yet. `loading`: results
   * are loading. `replacing`: the previous results were removed because loading takes long. `paging`: another page of
   * the same results is loading.
   */
  readonly state: 'impossible' | 'first-load' | 'loading' | 'replacing' | 'paging' | 'failed' | 'loaded'
  readonly items: readonly Item[]
  /** The answer that contains the items; undefined without items. */
  readonly reply: Reply | undefined
  readonly pagination: Pagination
  /** The page to go to instead, if the requested page is past the end. */
  readonly lastPage: number | undefined
  readonly error: unknown
  readonly isFetching: boolean
  readonly retry: () => void
}

/** Reads one page of a list. A failed read empties the list and resets its pagination. */
export function usePagedList<Search extends CommonSearch, Reply extends ListReply, Key extends QueryKey>(
  search: Search,
  source: ListSource<Search, Reply, Key>,
): PagedList<Reply['result'][number], Reply> {
  const client = useQueryClient()
  const isImpossible = isAgeRangeImpossible(search) || source.isImpossible?.(search) === true
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...source.page(search),
    enabled: !isImpossible,
    placeholderData: keepPreviousData,
  })

  const [shown, setShown] = useState(search)
  const isStandIn = isPlaceholderData && !isImpossible
  if (!isStandIn && shown !== search) setShown(search)
  const isOtherSearch = isStandIn && !isSameButPage(shown, search)
  const isLate = useDelayed(isOtherSearch, staleFor)

  const [hadList] = useState(() =>
    client
      .getQueryCache()
      .findAll({ queryKey: source.key })
      .some((query) => query.state.data),
  )

  const base = {
    items: [],
    reply: undefined,
    pagination: emptyPagination,
    lastPage: undefined,
    error,
    isFetching,
    retry: () => void refetch(),
  }
  if (isImpossible) return { ...base, state: 'impossible' }
  if (isError) return { ...base, state: 'failed' }
  if (!data) return { ...base, state: hadList ? 'loading' : 'first-load' }
  if (isLate) return { ...base, state: 'replacing' }
  const { result: items, pagination } = data
  // The page is past the end: records were removed meanwhile, or the link is old.
  if (items.length === 0 && pagination.totalPages > 0 && pagination.currentPage > pagination.totalPages) {
    return { ...base, state: 'loading', lastPage: isStandIn ? undefined : pagination.totalPages }
  }
  return { ...base, state: isStandIn ? 'paging' : 'loaded', items, pagination, reply: data }
}

/** Prefetches the next page when the browser is idle. */
export function usePrefetchedPage<Search, Reply, Key extends QueryKey>(
  search: Search | undefined,
  source: ListSource<Search, Reply, Key>,
): void {
  const client = useQueryClient()
  const key = JSON.stringify(search)
  const { page } = source
  useEffect(() => {
    if (key === undefined) return
    const read = () => void client.prefetchQuery(page(JSON.parse(key) as Search))
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) return
    const idle = requestIdleCallback(read, { timeout: 2_000 })
    return () => cancelIdleCallback(idle)
  }, [client, key, page])
}
