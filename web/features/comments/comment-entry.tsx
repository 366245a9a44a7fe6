import { IconTrash } from '@tabler/icons-react'
import { memo, type ReactNode, useState } from 'react'
import type { Comment } from '#shared/comments/contract.ts'
import { Collapsible, isLong, PlainText } from '#web/features/bugs/public.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { TimeAgo } from '#web/ui/moment.tsx'
import { useFocusInPlace } from '#web/ui/use-focus-in-place.ts'
import { CommentEditor } from './comment-editor.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { useEditComment } from './use-edit-comment.ts'

interface EntryProps {
  readonly bugId: string
  readonly comment: Comment
}

/** One comment. Hundreds of them are on one page, so each renders once. */
export const CommentEntry = memo(function CommentEntry({ bugId, comment }: EntryProps) {
  // Somebody else may delete a comment while its author is changing it; what was typed must not go with it.
  const [wasEditable] = useState(comment.abilities.edit)
  if (wasEditable) return <EditableEntry bugId={bugId} comment={comment} />
  return <PlainEntry bugId={bugId} comment={comment} />
})

/** A comment that the server does not have yet. */
export function CommentOnItsWay({ comment }: { comment: Comment }) {
  return (
    <li className="comment" data-sending>
      <Said comment={comment} time="Sending…" />
    </li>
  )
}

function EditableEntry({ bugId, comment }: EntryProps) {
  const edit = useEditComment(bugId, comment)
  return (
    <PlainEntry
      bugId={bugId}
      comment={comment}
      editor={edit.isOpen && <CommentEditor edit={edit} />}
      onEdit={edit.open}
    />
  )
}

function PlainEntry({
  bugId,
  comment,
  editor = false,
  onEdit = () => {},
}: EntryProps & {
  /** Stands in the words' place while they are being changed. */
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
    >
      {isGone ? (
        <Deleted comment={comment} />
      ) : (
        <Said
          comment={comment}
          time={<Times comment={comment} />}
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
  const { message } = comment
  const name = comment.user.fullName
  const text = <PlainText text={message} />
  return (
    <>
      <Avatar name={name} size={28} />
      <div className="comment-words">
        <p className="comment-head">
          <span className="comment-name">{name}</span>
          <span className="muted">{time}</span>
        </p>
        {editor || (isLong(message) ? <Collapsible label={`the comment by ${name}`}>{text}</Collapsible> : text)}
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

/** That somebody said something here, and nothing of what it was. */
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
