import { IconUserCheck, IconUserMinus } from '@tabler/icons-react'
import type { Conversation } from '#shared/chat/contract.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { useConversationWrites } from '../use-conversation-writes.ts'
import type { Question } from './conversation-questions.tsx'

/** Assigns a conversation to oneself, removes the assignment, or asks whether to take it over. */
export function TakeButton({
  conversation: { takenBy },
  writes,
  onQuestion,
}: {
  conversation: Conversation
  writes: ReturnType<typeof useConversationWrites>
  onQuestion: (question: Question) => void
}) {
  const { userId } = useSession()
  const isMine = takenBy?._id === userId
  const press = () => {
    if (writes.isPending) return
    if (takenBy && !isMine) return onQuestion('take over')
    writes.take(!isMine).catch(() => undefined)
  }
  return (
    <Button
      size="xs"
      variant={takenBy ? 'default' : 'filled'}
      icon={isMine ? <IconUserMinus size={16} aria-hidden /> : <IconUserCheck size={16} aria-hidden />}
      onClick={press}
    >
      {isMine ? 'Give back' : takenBy ? 'Take over' : 'Take'}
    </Button>
  )
}
