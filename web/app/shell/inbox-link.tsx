import { Link } from '@tanstack/react-router'
import { useWaitingCount } from '#web/features/chat/waiting-count.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'

/** The way to the inbox, for those who answer visitors. */
export function InboxLink() {
  const isStaff = useSession().has('liveChatAdmin')
  const waiting = useWaitingCount()
  if (!isStaff) return null
  return (
    <Link to={paths.chat} className="navigation-link" activeOptions={{ includeSearch: false }}>
      Inbox
      {waiting > 0 && (
        <span className="navigation-count tabular">
          {waiting}
          <span className="visually-hidden"> waiting</span>
        </span>
      )}
    </Link>
  )
}
