import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { coalesced } from '#web/lib/coalesced.ts'
import { useSession } from '#web/lib/session/session.ts'
import { type Notifications, notificationsQuery } from './notification-queries.ts'

/** Milliseconds in which several pushes are combined into one read. */
const pause = 400

/**
 * Returns the notifications of a person who may see bugs, kept current by the server's pushes; undefined for others.
 */
export function useNotifications(): {
  notifications: Notifications | undefined
  isReader: boolean
  error: Error | null
  retry: () => void
} {
  const isReader = useSession().has('canViewData')
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...notificationsQuery, enabled: isReader })
  useEffect(() => {
    if (!isReader) return
    let isOver = false
    let end = () => {}
    const readAgain = coalesced(() => client.invalidateQueries({ queryKey: notificationsQuery.queryKey }), pause)
    // Without a network for loading it, returning to the window reads them.
    import('./notification-push.ts').then(
      ({ onNotificationPush }) => {
        if (!isOver) end = onNotificationPush(() => void readAgain())
      },
      () => undefined,
    )
    return () => {
      isOver = true
      end()
    }
  }, [client, isReader])
  return { notifications: isReader ? data : undefined, isReader, error, retry: () => void refetch() }
}
