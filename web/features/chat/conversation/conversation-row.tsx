import { IconBan, IconUserCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Conversation } from '#shared/chat/contract.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { CountBadge } from '#web/ui/badges/count-badge.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { Presence } from './presence.tsx'
import { WaitingTime } from './waiting-time.tsx'
import './conversation-row.css'

/** Shows the content of a row of the inbox; the element around it opens the conversation. */
export function ConversationRow({ conversation }: { conversation: Conversation }) {
  const { visitor, lastLine, unread, waitingSince } = conversation
  const { productName } = useSite()
  const sender = lastLine.from === 'product' ? productName : lastLine.sender
  const said = lastLine.from === 'visitor' ? lastLine.message : `${sender}: ${lastLine.message}`
  return (
    <>
      <Avatar name={visitor.name} size={32} />
      <span className="conversation-row-words">
        <span className="conversation-row-line">
          <span className="conversation-row-name" dir="auto">
            {visitor.name}
          </span>
          <span className="conversation-row-time">
            {waitingSince ? <WaitingTime since={waitingSince} /> : <TimeAgo value={lastLine.sentAt} />}
          </span>
        </span>
        <span className="conversation-row-line">
          <span className="conversation-row-said" dir="auto">
            {said}
          </span>
          <CountBadge count={unread} of="unread" />
        </span>
        <Marks conversation={conversation} />
      </span>
    </>
  )
}

function Marks({ conversation }: { conversation: Conversation }) {
  const { userId } = useSession()
  const { visitor, takenBy, isBlocked, isClosed } = conversation
  return (
    <span className="conversation-row-marks">
      <Presence isThere={visitor.isConnected}>{visitor.isConnected ? 'Connected' : 'Away'}</Presence>
      {takenBy && (
        <Mark icon={<IconUserCheck size={14} aria-hidden />}>
          {takenBy._id === userId ? 'Taken by you' : `Taken by ${takenBy.fullName}`}
        </Mark>
      )}
      {isBlocked && <Mark icon={<IconBan size={14} aria-hidden />}>Blocked</Mark>}
      {isClosed && <Mark>Closed</Mark>}
    </span>
  )
}

function Mark({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="conversation-row-mark">
      {icon}
      {children}
    </span>
  )
}
