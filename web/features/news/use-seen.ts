import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { seeBug } from '#shared/following/contract.ts'
import { call } from '#web/lib/call.ts'
import { keepSeen, newsQuery } from './news-queries.ts'

/**
 * Reports that the notifications of a bug are seen up to an entry of its timeline, while a page shows that entry and is
 * visible. Nothing is sent for bugs without notifications.
 * @param entryId the last entry that is shown; undefined until there is one
 */
export function useSeen(bugId: string, entryId: string | undefined): void {
  const client = useQueryClient()
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const { data: news } = useQuery({ ...newsQuery, enabled: false })
  const own = news?.result.find(({ bug }) => bug._id === bugId)
  // A list that was cut may go on with this bug.
  const hasNews = own !== undefined || (news !== undefined && news.total > news.result.length)
  const lastId = own?.last._id
  useEffect(() => {
    if (!isVisible || !hasNews || entryId === undefined) return
    call(seeBug, { params: { bugId }, body: { entryId } }).then(
      // The rest may be newer than what the page shows; the server has told so, or will.
      ({ total }) => {
        if (lastId === undefined || Number(lastId) <= Number(entryId)) keepSeen(client, bugId, total)
      },
      // Not seen, then: the next visit says so again.
      () => undefined,
    )
  }, [client, bugId, entryId, lastId, hasNews, isVisible])
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
