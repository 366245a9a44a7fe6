import type { Conversation } from '#shared/chat/contract.ts'
import { messages } from '#web/lib/messages.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConversationRow } from '../conversation/conversation-row.tsx'
import { Greeting } from '../conversation/greeting.tsx'

/** Shows this member of staff's own conversations, and those that wait. */
export function OfferedConversations({
  conversations,
  hasFailed,
  onRetry,
  onChoose,
}: {
  conversations: readonly Conversation[] | undefined
  hasFailed: boolean
  onRetry: () => void
  onChoose: (conversationId: string) => void
}) {
  const { userId } = useSession()
  const offered = conversations?.filter(
    ({ takenBy, waitingSince, unread }) => takenBy?._id === userId || (!takenBy && (waitingSince || unread > 0)),
  )
  return (
    <div className="offered">
      <div role="log" aria-live="off" aria-label={messages.chat.adminHeader} className="offered-greeting">
        <Greeting side="staff" />
      </div>
      {!offered && !hasFailed && (
        <Loading label="Loading conversations">
          <div className="offered-skeleton">
            <Skeleton height="48px" />
            <Skeleton height="48px" />
          </div>
        </Loading>
      )}
      {hasFailed && !offered && (
        <div className="offered-note" role="alert">
          <p>The conversations could not be loaded.</p>
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
      {offered?.length === 0 && <p className="offered-note">Nobody waits for an answer.</p>}
      {offered && offered.length > 0 && (
        <ul className="conversation-rows offered-rows" aria-label="Conversations">
          {offered.map((conversation) => (
            <li key={conversation._id}>
              <button type="button" className="conversation-row" onClick={() => onChoose(conversation._id)}>
                <ConversationRow conversation={conversation} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
