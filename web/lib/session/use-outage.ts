import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isPassing } from '#web/lib/query-client.ts'
import { sessionQuery } from './session.ts'

/** Milliseconds before a call without an answer is repeated: the first time, and at most. */
const pause = { first: 1000, most: 10_000 }

/**
 * Returns why the session can't be read, while that is so. It keeps trying; after an answer, what the page could not
 * read meanwhile is read again. Use it in one place on the page.
 */
export function useOutage() {
  const client = useQueryClient()
  const { data } = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state }) => {
      const unanswered = state.data?.unanswered
      return unanswered ? Math.min(pause.first * 2 ** (unanswered.tries - 1), pause.most) : false
    },
  })
  const error = data?.unanswered?.error
  const isAway = error !== undefined
  useEffect(() => {
    if (!isAway) return
    return () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => isPassing(state.error) })
  }, [client, isAway])
  return error
}
