import type { Conversation } from '#shared/chat/contract.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Who answers this conversation; a change is read out. */
export function TakenBy({ conversation: { takenBy } }: { conversation: Conversation }) {
  const { userId } = useSession()
  const words = !takenBy
    ? 'Nobody has taken it'
    : takenBy._id === userId
      ? 'You have taken it'
      : `${takenBy.fullName} has taken it`
  return <span role="status">{words}</span>
}
