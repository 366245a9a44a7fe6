import { IconBellCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type BugNotification, seeAllNotifications } from '#shared/following/contract.ts'
import { StatusBadge } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { reasonWords } from '#shared/following/reason-words.ts'
import { paths } from '#web/lib/paths.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { toastFailure } from '#web/ui/notices/toast.ts'
import { LessButton } from './less-button.tsx'
import { keepNothing, type Notifications, notificationsQuery } from './notification-queries.ts'
import { notificationLink, notificationTitle, notificationWords } from './notification-words.ts'
import { useUnsee } from './use-unsee.ts'
import './notification-panel.css'

/** Shows the latest notifications, each with a link to its bug. */
export function NotificationPanel({
  notifications,
  error,
  onRetry,
  onSeen,
}: {
  /** Undefined until they are loaded. */
  notifications: Notifications | undefined
  error: Error | null
  onRetry: () => void
  /** Called when everything was marked as done. */
  onSeen: () => void
}) {
  const seeing = useSeeAll(onSeen)
  const more = notifications ? notifications.total - notifications.result.length : 0
  return (
    <>
      <div className="notification-header">
        <h2>Notifications</h2>
        {notifications && notifications.total > 0 && (
          <button
            type="button"
            className="notification-see-all"
            aria-disabled={seeing.isPending || undefined}
            onClick={() => !seeing.isPending && seeing.mutate()}
          >
            Mark all as done
          </button>
        )}
      </div>
      {notifications && notifications.result.length > 0 && (
        <ul className="notification-rows">
          {notifications.result.map((one) => (
            <NotificationRow key={one.bug._id} notification={one} />
          ))}
        </ul>
      )}
      {notifications?.total === 0 && (
        <div className="notification-none">
          <IconBellCheck size={24} aria-hidden />
          <p>Nothing new</p>
          <p className="muted">What others do to bugs that you report, comment on, join or follow stands here.</p>
        </div>
      )}
      {!notifications && (
        <p className="notification-none muted" role="status">
          {error ? explainError(error).explanation : 'Reading …'}
          {error && (
            <button type="button" className="notification-see-all" onClick={onRetry}>
              Try again
            </button>
          )}
        </p>
      )}
      <p className="notification-more">
        {more > 0 && `And ${more} more. `}
        <Link to={paths.news}>All notifications</Link>
      </p>
    </>
  )
}

function NotificationRow({ notification }: { notification: BugNotification }) {
  const { bug, last, bulk, reason } = notification
  return (
    <li className="notification-entry">
      <Link {...notificationLink(notification)} className="notification-row">
        <span className="notification-title" dir="auto">
          {notificationTitle(notification)}
        </span>
        <span className="notification-words">{notificationWords(notification)}</span>
        <span className="notification-facts">
          {!bulk && (
            <>
              <StatusBadge status={bug.status} />
              <span className="mono">{bug.key}</span>
            </>
          )}
          <span>{reasonWords[reason]}</span>
          <TimeAgo value={last.at} />
        </span>
      </Link>
      <LessButton notification={notification} />
    </li>
  )
}

function useSeeAll(onSeen: () => void) {
  const client = useQueryClient()
  const { tell } = useUnsee()
  return useMutation({
    mutationFn: () => call(seeAllNotifications),
    onSuccess: async ({ total, seenOn }) => {
      onSeen()
      if (seenOn !== undefined) tell('All notifications', seenOn)
      if (total === 0) return keepNothing(client)
      // New ones have arrived meanwhile.
      await client.invalidateQueries({ queryKey: notificationsQuery.queryKey })
    },
    onError: (error) => toastFailure(explainError(error).explanation, referenceOf(error)),
  })
}
