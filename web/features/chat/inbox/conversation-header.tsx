import { IconArrowLeft } from '@tabler/icons-react'
import type { Conversation } from '#shared/chat/contract.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Badge } from '#web/ui/badges/badge.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Presence } from '../conversation/presence.tsx'
import { ConversationActions } from './conversation-actions.tsx'

/** Shows the visitor, the state of the conversation, and its actions. */
export function ConversationHeader({
  conversation,
  conversationId,
  isAlone,
  isSelecting,
  onClose,
  onSelect,
}: {
  /** Undefined until it is loaded. */
  conversation: Conversation | undefined
  conversationId: string
  isAlone: boolean
  isSelecting: boolean
  onClose: () => void
  onSelect: () => void
}) {
  const Heading = isAlone ? 'h1' : 'h2'
  return (
    <header className="conversation-header">
      {isAlone && (
        <IconButton size={36} aria-label="Back to the list" onClick={onClose}>
          <IconArrowLeft size={18} aria-hidden />
        </IconButton>
      )}
      <div className="conversation-header-words">
        <Heading tabIndex={isAlone ? -1 : undefined}>
          {conversation ? conversation.visitor.name : <Skeleton width="140px" height="22px" />}
          {!conversation && <span className="visually-hidden">Conversation</span>}
        </Heading>
        {conversation && (
          <p className="conversation-header-state">
            <Presence isThere={conversation.visitor.isConnected}>
              {conversation.visitor.isConnected ? 'Connected' : 'Away'}
            </Presence>
            <TakenBy conversation={conversation} />
            {conversation.isBlocked && <Badge tone="red">Blocked</Badge>}
            {conversation.isClosed && <Badge tone="grey">Closed</Badge>}
          </p>
        )}
      </div>
      {conversation && (
        <ConversationActions
          key={conversationId}
          conversation={conversation}
          isSelecting={isSelecting}
          onSelect={onSelect}
          onDeleted={onClose}
        />
      )}
    </header>
  )
}

/** Shows who answers this conversation; a change is announced. */
function TakenBy({ conversation: { takenBy } }: { conversation: Conversation }) {
  const { userId } = useSession()
  const words = !takenBy
    ? 'Nobody has taken it'
    : takenBy._id === userId
      ? 'You have taken it'
      : `${takenBy.fullName} has taken it`
  return <span role="status">{words}</span>
}
