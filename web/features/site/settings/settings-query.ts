import { queryOptions } from '@tanstack/react-query'
import { listSettings } from '#shared/site/settings-contract.ts'
import { call } from '#web/lib/call.ts'

/** Reads the settings; what is typed into their form is kept while it is open, so they are not read again by themselves. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await call(listSettings, { signal })).result,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})
