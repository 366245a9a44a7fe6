import { queryOptions } from '@tanstack/react-query'
import { listJobs } from '#shared/jobs/contract.ts'
import { call } from '#web/lib/call.ts'

/** How often it is asked what became of jobs, in milliseconds. */
const askEvery = 5000

/** Reads the background jobs, again and again for as long as they are shown. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => call(listJobs, { signal }),
  refetchInterval: askEvery,
})
