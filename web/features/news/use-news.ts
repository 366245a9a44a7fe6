import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { coalesced } from '#web/lib/coalesced.ts'
import { useSession } from '#web/lib/session/session.ts'
import { type News, newsQuery } from './news-queries.ts'

/** Milliseconds in which several pushes are combined into one read. */
const pause = 400

/**
 * Returns the notifications of a person who may see bugs, kept current by the server's pushes; undefined for others.
 */
export function useNews(): { news: News | undefined; isReader: boolean; error: Error | null; retry: () => void } {
  const isReader = useSession().has('canViewData')
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...newsQuery, enabled: isReader })
  useEffect(() => {
    if (!isReader) return
    let isOver = false
    let end = () => {}
    const readAgain = coalesced(() => client.invalidateQueries({ queryKey: newsQuery.queryKey }), pause)
    // Without a network for loading it, returning to the window reads them.
    import('./the-news.ts').then(
      ({ onNews }) => {
        if (!isOver) end = onNews(() => void readAgain())
      },
      () => undefined,
    )
    return () => {
      isOver = true
      end()
    }
  }, [client, isReader])
  return { news: isReader ? data : undefined, isReader, error, retry: () => void refetch() }
}
