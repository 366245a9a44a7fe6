import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { emptyPagination, type Pagination } from '#shared/http/page.ts'
import { bugKeys, bugListQuery } from './bug-queries.ts'
import { isAgeRangeImpossible, isSameButPage, type ListSearch } from './list-search.ts'
import { useDelayed } from './use-delayed.ts'

/** Milliseconds that the bugs of the previous search may stand in for those of a new one. */
const patience = 150

export interface BugList {
  /**
   * `impossible`: the ages contradict each other and nothing was asked. `first-load`: nothing is known yet, not even
   * the shape. `loading`: bugs are on their way. `replacing`: they were awaited long enough for the previous ones to
   * go. `paging`: another page of the same bugs is on its way.
   */
  readonly state: 'impossible' | 'first-load' | 'loading' | 'replacing' | 'paging' | 'failed' | 'loaded'
  readonly bugs: readonly BugListItem[]
  readonly pagination: Pagination
  readonly error: unknown
  readonly isFetching: boolean
  readonly retry: () => void
}

/** One page of the bug list. A failed read empties the list and resets its pagination. */
export function useBugList(search: ListSearch): BugList {
  const client = useQueryClient()
  const isImpossible = isAgeRangeImpossible(search)
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...bugListQuery(search),
    enabled: !isImpossible,
    placeholderData: keepPreviousData,
  })

  const [shown, setShown] = useState(search)
  const isStandIn = isPlaceholderData && !isImpossible
  if (!isStandIn && shown !== search) setShown(search)
  const isOtherSearch = isStandIn && !isSameButPage(shown, search)
  const isLate = useDelayed(isOtherSearch, patience)

  const [hadList] = useState(() =>
    client
      .getQueryCache()
      .findAll({ queryKey: bugKeys.lists })
      .some((query) => query.state.data),
  )
  const isPastEnd = data !== undefined && data.result.length === 0 && data.pagination.totalCount > 0

  const base = { bugs: [], pagination: emptyPagination, error, isFetching, retry: () => void refetch() }
  if (isImpossible) return { ...base, state: 'impossible' }
  if (isError) return { ...base, state: 'failed' }
  if (!data) return { ...base, state: hadList ? 'loading' : 'first-load' }
  if (isLate) return { ...base, state: 'replacing' }
  if (isPastEnd) return { ...base, state: 'loading', pagination: data.pagination }
  return { ...base, state: isStandIn ? 'paging' : 'loaded', bugs: data.result, pagination: data.pagination }
}

/** Reads the next page while nothing else happens, so that it is there when it is asked for. */
export function usePrefetchedPage(search: ListSearch | undefined): void {
  const client = useQueryClient()
  const key = JSON.stringify(search)
  useEffect(() => {
    if (key === undefined) return
    const read = () => void client.prefetchQuery(bugListQuery(JSON.parse(key) as ListSearch))
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) return
    const idle = requestIdleCallback(read, { timeout: 2_000 })
    return () => cancelIdleCallback(idle)
  }, [client, key])
}
