import { queryOptions } from '@tanstack/react-query'
import { listReceivedMails } from '#shared/mail-in/contract.ts'
import { call } from '#web/lib/call.ts'

/** How often it is asked what came, in milliseconds. */
const askEvery = 5000

/** Reads which mails wait for an administrator, again and again for as long as it is shown. */
export const receivedQuery = queryOptions({
  queryKey: ['received-mails'],
  queryFn: ({ signal }) => call(listReceivedMails, { signal }),
  refetchInterval: askEvery,
})
