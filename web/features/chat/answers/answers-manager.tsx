import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CannedAnswer } from '#shared/chat/contract.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { answersQuery } from '../inbox-queries.ts'
import { AnswerForm } from './answer-form.tsx'
import { useAnswerWrites } from './use-answer-writes.ts'
import './answers-manager.css'

/** Shows the team's canned answers for editing. */
export function AnswersManager({ onClose }: { onClose: () => void }) {
  const { data: answers, error, isFetching, refetch } = useQuery(answersQuery)
  const [edited, setEdited] = useState<CannedAnswer | 'new'>()
  const [doomed, setDoomed] = useState<CannedAnswer>()
  const { remove } = useAnswerWrites()
  if (edited) {
    return (
      <Dialog
        title={edited === 'new' ? 'New canned answer' : 'Edit canned answer'}
        onClose={() => setEdited(undefined)}
      >
        <AnswerForm answer={edited === 'new' ? undefined : edited} onDone={() => setEdited(undefined)} />
      </Dialog>
    )
  }
  return (
    <Dialog title="Canned answers" onClose={onClose}>
      {error && !answers && (
        <ErrorState title="The answers could not be loaded" onRetry={() => void refetch()} retrying={isFetching}>
          {explainError(error).explanation}
        </ErrorState>
      )}
      {answers?.length === 0 && (
        <p className="answers-none">No canned answers yet. Keep here what you would else write again and again.</p>
      )}
      {answers && answers.length > 0 && (
        <ul className="answers-list">
          {answers.map((answer) => (
            <li key={answer._id}>
              <div className="answers-list-words">
                <h3 dir="auto">{answer.title}</h3>
                <p dir="auto">{answer.message}</p>
              </div>
              <IconButton size={32} aria-label={`Edit ${answer.title}`} title="Edit" onClick={() => setEdited(answer)}>
                <IconPencil size={16} aria-hidden />
              </IconButton>
              <IconButton
                size={32}
                aria-label={`Delete ${answer.title}`}
                title="Delete"
                onClick={() => setDoomed(answer)}
              >
                <IconTrash size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Button icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
        New answer
      </Button>
      {doomed && (
        <ConfirmDialog
          title={`Delete “${doomed.title}”?`}
          confirm="Delete"
          isDanger
          isPending={remove.isPending}
          notice={remove.error && <FailureNotice title="It was not deleted" {...explainError(remove.error)} />}
          onConfirm={() => remove.mutate(doomed._id, { onSuccess: () => setDoomed(undefined) })}
          onCancel={() => setDoomed(undefined)}
        >
          Nobody of the team can use it any more. What was sent with it stays.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
