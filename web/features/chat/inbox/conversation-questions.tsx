import type { ReactNode } from 'react'
import type { Conversation } from '#shared/chat/contract.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import type { useConversationWrites } from '../use-conversation-writes.ts'

export type Question = 'take over' | 'block' | 'unblock' | 'delete'

/** Asks before actions that affect another person or can't be undone. */
export function ConversationQuestions({
  question,
  conversation,
  writes,
  onAnswered,
  onDeleted,
}: {
  question: Question
  conversation: Conversation
  writes: ReturnType<typeof useConversationWrites>
  onAnswered: () => void
  onDeleted: () => void
}) {
  const { visitor, takenBy } = conversation
  // A toast has reported the failure; the question is closed either way.
  const after = (work: Promise<unknown>) => void work.catch(() => undefined).then(onAnswered)
  const remove = () =>
    void writes.remove().then(
      () => {
        onAnswered()
        onDeleted()
      },
      () => undefined,
    )
  const failure = writes.removalFailure
  const asked: Record<
    Question,
    { title: string; words: ReactNode; confirm: string; isDanger: boolean; act: () => void }
  > = {
    'take over': {
      title: `${takenBy?.fullName ?? 'Somebody else'} has taken this conversation`,
      words: 'Take it over? They see at once that it is yours.',
      confirm: 'Take over',
      isDanger: false,
      act: () => after(writes.take(true, takenBy?._id)),
    },
    block: {
      title: `Block ${visitor.name}?`,
      words: 'They can’t write here any more and are told so when they try. What was said stays.',
      confirm: 'Block visitor',
      isDanger: true,
      act: () => after(writes.block(true)),
    },
    unblock: {
      title: `Let ${visitor.name} write again?`,
      words: 'Their messages reach the inbox as before.',
      confirm: 'Unblock visitor',
      isDanger: false,
      act: () => after(writes.block(false)),
    },
    delete: {
      title: `Delete the conversation with ${visitor.name}?`,
      words: 'All its words are deleted, here and at the visitor’s. Bugs that were made of it stay.',
      confirm: 'Delete conversation',
      isDanger: true,
      act: remove,
    },
  }
  const { title, words, confirm, isDanger, act } = asked[question]
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      isDanger={isDanger}
      isPending={writes.isPending || writes.isRemoving}
      notice={
        question === 'delete' && failure && <FailureNotice title="It was not deleted" {...explainError(failure)} />
      }
      onConfirm={act}
      onCancel={onAnswered}
    >
      {words}
    </ConfirmDialog>
  )
}
