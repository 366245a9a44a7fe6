import { Button } from '@mantine/core'
import { IconBan, IconBug, IconCircleCheck, IconRotateClockwise, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Conversation } from '#shared/chat/contract.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
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
  return (
    <div className="conversation-actions" role="group" aria-label="Actions">
      <TakeButton conversation={conversation} writes={writes} onQuestion={setQuestion} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBug size={16} aria-hidden />}
        aria-disabled={isSelecting || undefined}
        onClick={() => !isSelecting && onSelect()}
      >
        Make a bug
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={
          isClosed ? <IconRotateClockwise size={16} aria-hidden /> : <IconCircleCheck size={16} aria-hidden />
        }
        onClick={() => !writes.isPending && void writes.close(!isClosed).catch(() => undefined)}
      >
        {isClosed ? 'Reopen' : 'Close'}
      </Button>
      <ActionMenu label={`Actions for the conversation with ${visitor.name}`}>
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="action-menu-item"
          onClick={() => setQuestion(isBlocked ? 'unblock' : 'block')}
        >
          <IconBan size={16} aria-hidden /> {isBlocked ? 'Unblock visitor' : 'Block visitor'}
        </button>
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="action-menu-item"
          onClick={() => setQuestion('delete')}
        >
          <IconTrash size={16} aria-hidden /> Delete conversation
        </button>
      </ActionMenu>
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
