import { IconTrash } from '@tabler/icons-react'
import { memo, type ReactNode, useState } from 'react'
import type { Comment } from '#shared/comments/comment.ts'
import { MarkdownText } from '#web/features/texts/public.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { useFocusInPlace } from '#web/ui/dialogs/use-focus-in-place.ts'
import { CommentEditor } from './comment-editor.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { useEditComment } from './use-edit-comment.ts'

interface EntryProps {
  readonly bugId: string
  readonly comment: Comment
}

/** Shows one comment. A page may have hundreds, so each renders only once. */
export const CommentEntry = memo(function CommentEntry({ bugId, comment }: EntryProps) {
  // Another person may delete a comment while its author is editing it; the typed text must not be lost.
  const [wasEditable, setWasEditable] = useState(comment.abilities.edit)
  if (comment.abilities.edit && !wasEditable) setWasEditable(true)
  if (wasEditable) return <EditableEntry bugId={bugId} comment={comment} />
  return <PlainEntry bugId={bugId} comment={comment} />
})

/** Shows a comment that the server has not stored yet. */
export function CommentOnItsWay({ comment }: { comment: Comment }) {
  return (
    <li className="comment" data-sending>
      <Said comment={comment} time="Sending…" />
    </li>
  )
}

/** Shows a comment of another bug, without actions. */
export function CommentFromElsewhere({ comment, from }: { comment: Comment; from: ReactNode }) {
  return (
    <li className="comment" data-deleted={comment.isDeleted || undefined}>
      {comment.isDeleted ? (
        <Deleted comment={comment} />
      ) : (
        <Said
          comment={comment}
          time={
            <>
              <Times comment={comment} /> · {from}
            </>
          }
        />
      )}
    </li>
  )
}

function EditableEntry({ bugId, comment }: EntryProps) {
  const edit = useEditComment(bugId, comment)
  return (
    <PlainEntry
      bugId={bugId}
      comment={edit.shown}
      isSaving={edit.isSaving}
      editor={edit.isOpen && <CommentEditor edit={edit} />}
      onEdit={edit.open}
    />
  )
}

function PlainEntry({
  bugId,
  comment,
  isSaving = false,
  editor = false,
  onEdit = () => {},
}: EntryProps & {
  /** Whether its text is being saved. */
  isSaving?: boolean
  /** Replaces the text while it is being edited. */
  editor?: ReactNode
  onEdit?: () => void
}) {
  const isGone = comment.isDeleted && !editor
  const isChangeable = comment.abilities.edit || comment.abilities.delete
  const place = useFocusInPlace<HTMLLIElement>(isGone ? 'gone' : editor ? 'edited' : 'shown')
  return (
    <li
      ref={place}
      id={`comment-${comment.commentId}`}
      className="comment"
      tabIndex={isGone ? -1 : undefined}
      data-deleted={isGone || undefined}
      data-sending={isSaving || undefined}
    >
      {isGone ? (
        <Deleted comment={comment} />
      ) : (
        <Said
          comment={comment}
          time={isSaving ? 'Saving…' : <Times comment={comment} />}
          menu={isChangeable && !editor && <CommentMenu bugId={bugId} comment={comment} onEdit={onEdit} />}
          editor={editor}
        />
      )}
    </li>
  )
}

function Said({
  comment,
  time,
  menu,
  editor,
}: {
  comment: Comment
  time: ReactNode
  menu?: ReactNode
  editor?: ReactNode
}) {
  const name = comment.user.fullName
  return (
    <>
      <Avatar name={name} size={28} />
      <div className="comment-words">
        <p className="comment-head">
          <span className="comment-name">{name}</span>
          <span className="muted">{time}</span>
        </p>
        {editor || <MarkdownText text={comment.message} mentions={comment.mentions} long={`the comment by ${name}`} />}
      </div>
      {menu && <div className="comment-menu not-printed">{menu}</div>}
    </>
  )
}

function Times({ comment: { createdOn, editedOn } }: { comment: Comment }) {
  return (
    <>
      <TimeAgo value={createdOn} />
      {editedOn !== undefined && (
        <>
          {' · edited '}
          <TimeAgo value={editedOn} />
        </>
      )}
    </>
  )
}

/** Shows that a comment was deleted, without its text. */
function Deleted({ comment }: { comment: Comment }) {
  return (
    <>
      <span className="comment-gone-icon" aria-hidden>
        <IconTrash size={14} />
      </span>
      <p className="comment-words">
        Deleted comment by {comment.user.fullName}, <TimeAgo value={comment.createdOn} />
      </p>
    </>
  )
}
