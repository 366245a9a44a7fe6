import { queryOptions } from '@tanstack/react-query'
import { listViews, type View } from '#shared/views/contract.ts'
import { call } from './call.ts'

/** All views that the reader has: the navigation bar shows them, and others want to know something of them. */
export const viewsQuery = queryOptions({
  queryKey: ['views', 'list'],
  queryFn: async ({ signal }): Promise<readonly View[]> => (await call(listViews, { signal })).result,
  // They may have been changed in another tab or on another machine.
  refetchOnWindowFocus: 'always',
})
