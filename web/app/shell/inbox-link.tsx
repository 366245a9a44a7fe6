import { Link } from '@tanstack/react-router'
import { useWaitingCount } from '#web/features/chat/box/waiting-count.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { CountBadge } from '#web/ui/badges/count-badge.tsx'

/** Links to the inbox, for those who answer visitors. */
export function InboxLink() {
  const isStaff = useSession().has('liveChatAdmin')
  const waiting = useWaitingCount()
  if (!isStaff) return null
  return (
    <Link to={paths.chat} className="navigation-link" activeOptions={{ includeSearch: false }}>
      Inbox
      <CountBadge count={waiting} of="waiting" />
    </Link>
  )
}
