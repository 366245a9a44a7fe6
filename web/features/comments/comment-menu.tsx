import { IconFile, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Comment } from '#shared/comments/comment.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import { ActionMenu } from '#web/ui/overlays/action-menu.tsx'
import { useDeleteComment } from './use-delete-comment.ts'

const LateOriginal = lazyPart(() => import('#web/features/mail/public.ts').then(({ OriginalMail }) => OriginalMail))

/** Shows the actions for a comment, as the server allows them. */
export function CommentMenu({
  bugId,
  comment,
  hasOriginal,
  onEdit,
}: {
  bugId: string
  comment: Comment
  /** The mail that became it can be read. */
  hasOriginal: boolean
  onEdit: () => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  const [isReading, setIsReading] = useState(false)
  return (
    <>
      <ActionMenu
        label={`Actions for the comment by ${comment.user.fullName}`}
        entries={[
          comment.abilities.edit && {
            key: 'edit',
            icon: <IconPencil size={16} aria-hidden />,
            words: 'Edit',
            onRun: onEdit,
          },
          hasOriginal && {
            key: 'original',
            icon: <IconFile size={16} aria-hidden />,
            words: 'Original mail',
            onRun: () => setIsReading(true),
          },
          comment.abilities.delete && {
            key: 'delete',
            icon: <IconTrash size={16} aria-hidden />,
            words: 'Delete',
            onRun: () => setIsAsking(true),
          },
        ]}
      />
      {isReading && (
        <LateOriginal
          plain={null}
          part={{ place: { bugId, commentId: comment.commentId }, onClose: () => setIsReading(false) }}
        />
      )}
      {isAsking && <DeleteQuestion bugId={bugId} comment={comment} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function DeleteQuestion({ bugId, comment, onClose }: { bugId: string; comment: Comment; onClose: () => void }) {
  const { remove, isDeleting, failure } = useDeleteComment(bugId, comment.commentId)
  return (
    <ConfirmDialog
      title={comment.abilities.edit ? 'Delete your comment?' : `Delete the comment by ${comment.user.fullName}?`}
      confirm="Delete"
      isDanger
      isPending={isDeleting}
      notice={failure && <FailureNotice title="The comment was not deleted" {...explainError(failure)} />}
      onConfirm={remove}
      onCancel={onClose}
    >
      Its words disappear for everybody. That there was a comment stays to be seen, and the timeline can bring it back.
    </ConfirmDialog>
  )
}
