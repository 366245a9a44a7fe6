import { queryOptions } from '@tanstack/react-query'
import { listMails } from '#shared/mail/contract.ts'
import { call } from '#web/lib/call.ts'

/** How often it is asked what became of mails, in milliseconds. */
const askEvery = 5000

/** Reads the state of mail and what did not go out, again and again for as long as it is shown. */
export const mailsQuery = queryOptions({
  queryKey: ['mails'],
  queryFn: ({ signal }) => call(listMails, { signal }),
  refetchInterval: askEvery,
})
