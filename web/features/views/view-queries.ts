import { queryOptions } from '@tanstack/react-query'
import { listViews, type View, viewView } from '#shared/views/contract.ts'
import { call } from '#web/lib/call.ts'

export const viewKeys = {
  all: ['views'],
  list: ['views', 'list'],
  one: (viewId: string) => ['views', 'one', viewId],
} as const

/** The views that everybody has, the reader’s own, and those of others that they pinned. */
export const viewsQuery = queryOptions({
  queryKey: viewKeys.list,
  queryFn: async ({ signal }): Promise<readonly View[]> => (await call(listViews, { signal })).result,
  // They may have been changed in another tab or on another machine.
  refetchOnWindowFocus: 'always',
})

/** One view: the reader’s own, or one that is shared. */
export function viewQuery(viewId: string) {
  return queryOptions({
    queryKey: viewKeys.one(viewId),
    queryFn: async ({ signal }) => (await call(viewView, { params: { viewId }, signal })).result,
    refetchOnWindowFocus: 'always',
  })
}
