import { IconBan, IconBug, IconCircleCheck, IconMail, IconRotateClockwise, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Conversation } from '#shared/chat/contract.ts'
import { useSite } from '#web/lib/session/site.ts'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { useConversationWrites } from '../use-conversation-writes.ts'
import { ConversationQuestions, type Question } from './conversation-questions.tsx'
import { TakeButton } from './take-button.tsx'

/** Shows the actions for a whole conversation. */
export function ConversationActions({
  conversation,
  isSelecting,
  onSelect,
  onDeleted,
}: {
  conversation: Conversation
  isSelecting: boolean
  onSelect: () => void
  onDeleted: () => void
}) {
  const [question, setQuestion] = useState<Question>()
  const writes = useConversationWrites(conversation._id)
  const { isClosed, isBlocked, visitor } = conversation
  const { sendsMail } = useSite()
  return (
    <div className="conversation-actions" role="group" aria-label="Actions">
      <TakeButton conversation={conversation} writes={writes} onQuestion={setQuestion} />
      <Button
        size="xs"
        variant="default"
        icon={<IconBug size={16} aria-hidden />}
        aria-disabled={isSelecting || undefined}
        onClick={() => !isSelecting && onSelect()}
      >
        Make a bug
      </Button>
      <Button
        size="xs"
        variant="default"
        icon={isClosed ? <IconRotateClockwise size={16} aria-hidden /> : <IconCircleCheck size={16} aria-hidden />}
        onClick={() => !writes.isPending && void writes.close(!isClosed).catch(() => undefined)}
      >
        {isClosed ? 'Reopen' : 'Close'}
      </Button>
      <ActionMenu
        label={`Actions for the conversation with ${visitor.name}`}
        entries={[
          ...(visitor.email !== undefined && sendsMail
            ? [
                {
                  key: 'transcript',
                  icon: <IconMail size={16} aria-hidden />,
                  words: 'Mail the transcript to the visitor',
                  onRun: () => void writes.sendTranscript(),
                },
              ]
            : []),
          {
            key: 'block',
            icon: <IconBan size={16} aria-hidden />,
            words: isBlocked ? 'Unblock visitor' : 'Block visitor',
            onRun: () => setQuestion(isBlocked ? 'unblock' : 'block'),
          },
          {
            key: 'delete',
            icon: <IconTrash size={16} aria-hidden />,
            words: 'Delete conversation',
            onRun: () => setQuestion('delete'),
          },
        ]}
      />
      {question && (
        <ConversationQuestions
          question={question}
          conversation={conversation}
          writes={writes}
          onAnswered={() => setQuestion(undefined)}
          onDeleted={onDeleted}
        />
      )}
    </div>
  )
}
