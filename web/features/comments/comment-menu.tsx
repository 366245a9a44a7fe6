import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Comment } from '#shared/comments/comment.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { ActionMenu } from '#web/ui/controls/action-menu.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { useDeleteComment } from './use-delete-comment.ts'

/** Shows the actions for a comment, as the server allows them. */
export function CommentMenu({ bugId, comment, onEdit }: { bugId: string; comment: Comment; onEdit: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <ActionMenu label={`Actions for the comment by ${comment.user.fullName}`}>
        {comment.abilities.edit && (
          <button type="button" role="menuitem" tabIndex={-1} className="action-menu-item" onClick={onEdit}>
            <IconPencil size={16} aria-hidden />
            Edit
          </button>
        )}
        {comment.abilities.delete && (
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="action-menu-item"
            onClick={() => setIsAsking(true)}
          >
            <IconTrash size={16} aria-hidden />
            Delete
          </button>
        )}
      </ActionMenu>
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
