import { IconBell } from '@tabler/icons-react'
import type { BugNotification } from '#shared/following/contract.ts'
import { StatusBadge } from '#web/features/bugs/public.ts'
import { notificationLink, notificationTitle, notificationWords } from '#web/features/notifications/public.ts'
import { Age } from '#web/ui/text/timestamp.tsx'
import '../card/bug-card.css'
import '../card/bug-row.css'

/**
 * What is new at a bug, or at those that a bulk change has changed, in one line.
 * @param props.level of its heading
 */
export function NotificationRow({ notification, level = 3 }: { notification: BugNotification; level?: 2 | 3 }) {
  const Title = `h${level}` as const
  const { bug, last, bulk } = notification
  const { to, hash } = notificationLink(notification)
  return (
    <li className="card bug-card bug-row" data-bug={bug._id}>
      {bulk ? <IconBell size={16} aria-hidden /> : <StatusBadge status={bug.status} isIcon />}
      <Title className="bug-row-title" dir="auto">
        <a className="bug-card-link" href={hash === undefined ? to : `${to}#${hash}`}>
          {notificationTitle(notification)}
        </a>
      </Title>
      {!bulk && <span className="bug-row-id mono">{bug.key}</span>}
      <span className="bug-row-facts">
        <span className="one-line">{notificationWords(notification)}</span>
      </span>
      <span className="bug-row-age">
        <Age value={last.at} />
      </span>
    </li>
  )
}
