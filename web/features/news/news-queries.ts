import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listNews } from '#shared/following/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { call } from '#web/lib/call.ts'

export type News = ReplyOf<typeof listNews>

/** Reads the notifications of the signed-in person, latest first. */
export const newsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: ({ signal }) => call(listNews, { signal }),
  staleTime: 30_000,
  refetchOnWindowFocus: 'always',
})

/** Removes the notification of a bug that was just seen; the count is the server's. */
export function keepSeen(client: QueryClient, bugId: string, total: number): void {
  client.setQueryData(
    newsQuery.queryKey,
    (news) => news && { result: news.result.filter(({ bug }) => bug._id !== bugId), total },
  )
}

/** Marks everything as seen. */
export function keepNothing(client: QueryClient): void {
  client.setQueryData(newsQuery.queryKey, (news) => news && { result: [], total: 0 })
}
