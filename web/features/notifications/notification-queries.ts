import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listNotifications } from '#shared/following/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { call } from '#web/lib/call.ts'

export type Notifications = ReplyOf<typeof listNotifications>

/** Reads the notifications of the signed-in person, latest first. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call(listNotifications, { signal }),
  staleTime: 30_000,
  refetchOnWindowFocus: 'always',
})

/** Removes the notification of a bug that was just seen; the count is the server's. */
export function keepSeen(client: QueryClient, bugId: string, total: number): void {
  // The entry of a bulk change tells of its other bugs from now on.
  const known = client.getQueryData(notificationsQuery.queryKey)
  if (known?.result.some(({ bulk }) => bulk)) {
    void client.invalidateQueries({ queryKey: notificationsQuery.queryKey })
    return
  }
  client.setQueryData(
    notificationsQuery.queryKey,
    (notifications) => notifications && { result: notifications.result.filter(({ bug }) => bug._id !== bugId), total },
  )
}

/** Nothing is unread any more. */
export function keepNothing(client: QueryClient): void {
  client.setQueryData(notificationsQuery.queryKey, (notifications) => notifications && { result: [], total: 0 })
}
