import { queryOptions } from '@tanstack/react-query'
import { countViews, maxCounted, viewView } from '#shared/views/contract.ts'
import { call } from '#web/lib/call.ts'
import { viewsQuery } from '#web/lib/views-query.ts'

export const viewKeys = {
  all: ['views'],
  list: viewsQuery.queryKey,
  counts: ['views', 'counts'],
  one: (viewId: string) => ['views', 'one', viewId],
} as const

/** Milliseconds between two counts of what somebody looks at, and after which they are made again by themselves. */
export const betweenCounts = 5_000
const countsAge = 60_000

/** How many bugs each of some views finds. Time alone changes it too: ages pass, and what was snoozed comes back. */
export function viewCountsQuery(viewIds: readonly string[]) {
  const ids = viewIds.slice(0, maxCounted).join(',')
  return queryOptions({
    queryKey: [...viewKeys.counts, ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const { result } = await call(countViews, { query: { ids }, signal })
      return new Map(result.map(({ _id, total }) => [_id, total]))
    },
    staleTime: betweenCounts,
    refetchInterval: countsAge,
  })
}

/** One view: the reader’s own, or one that is shared. */
export function viewQuery(viewId: string) {
  return queryOptions({
    queryKey: viewKeys.one(viewId),
    queryFn: async ({ signal }) => (await call(viewView, { params: { viewId }, signal })).result,
    refetchOnWindowFocus: 'always',
  })
}
