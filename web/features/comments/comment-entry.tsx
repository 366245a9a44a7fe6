import { IconTrash } from '@tabler/icons-react'
import { memo, type ReactNode, useState } from 'react'
import type { Comment } from '#shared/comments/comment.ts'
import { MarkdownText } from '#web/features/texts/public.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Badge, InternalMark } from '#web/ui/badges/badge.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { useFocusInPlace } from '#web/ui/dialogs/use-focus-in-place.ts'
import { CommentEditor } from './comment-editor.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { useEditComment } from './use-edit-comment.ts'

interface EntryProps {
  readonly bugId: string
  readonly comment: Comment
  /** It is a question to the reporter. */
  readonly asks: boolean
  /** It came as a mail. */
  readonly isByMail?: boolean | undefined
  /** The reader may read that mail. */
  readonly hasOriginal?: boolean | undefined
}

/** Shows one comment. A page may have hundreds, so each renders only once. */
export const CommentEntry = memo(function CommentEntry(entry: EntryProps) {
  const { comment } = entry
  // Another person may delete a comment while its author is editing it; the typed text must not be lost.
  const [wasEditable, setWasEditable] = useState(comment.abilities.edit)
  if (comment.abilities.edit && !wasEditable) setWasEditable(true)
  if (wasEditable) return <EditableEntry {...entry} />
  return <PlainEntry {...entry} />
})

/** Shows a comment that the server has not stored yet. */
export function CommentOnItsWay({ comment }: { comment: Comment }) {
  return (
    <li className="comment" data-sending data-internal={comment.isInternal}>
      <Said comment={comment} time="Sending…" />
    </li>
  )
}

/** Shows a comment of another bug, without actions. */
export function CommentFromElsewhere({ comment, from }: { comment: Comment; from: ReactNode }) {
  return (
    <li className="comment" data-deleted={comment.isDeleted || undefined} data-internal={comment.isInternal}>
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

function EditableEntry({ bugId, comment, ...rest }: EntryProps) {
  const edit = useEditComment(bugId, comment)
  return (
    <PlainEntry
      {...rest}
      bugId={bugId}
      comment={edit.shown}
      isSaving={edit.isSaving}
      editor={edit.isOpen && <CommentEditor edit={edit} isInternal={comment.isInternal === true} />}
      onEdit={edit.open}
    />
  )
}

function PlainEntry({
  bugId,
  comment,
  asks,
  isByMail = false,
  hasOriginal = false,
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
  const hasMenu = comment.abilities.edit || comment.abilities.delete || hasOriginal
  const place = useFocusInPlace<HTMLLIElement>(isGone ? 'gone' : editor ? 'edited' : 'shown')
  return (
    <li
      ref={place}
      id={`comment-${comment.commentId}`}
      className="comment"
      data-internal={comment.isInternal}
      tabIndex={isGone ? -1 : undefined}
      data-deleted={isGone || undefined}
      data-sending={isSaving || undefined}
    >
      {isGone ? (
        <Deleted comment={comment} />
      ) : (
        <Said
          comment={comment}
          asks={asks}
          time={
            isSaving ? (
              'Saving…'
            ) : (
              <>
                <Times comment={comment} />
                {isByMail && ' · by mail'}
              </>
            )
          }
          menu={
            hasMenu &&
            !editor && <CommentMenu bugId={bugId} comment={comment} hasOriginal={hasOriginal} onEdit={onEdit} />
          }
          editor={editor}
        />
      )}
    </li>
  )
}

function Said({
  comment,
  asks = false,
  time,
  menu,
  editor,
}: {
  comment: Comment
  asks?: boolean
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
          <bdi className="comment-name">{name}</bdi>
          {comment.isInternal && <InternalMark />}
          {asks && (
            <Badge tone="amber" tag outline>
              asks the reporter
            </Badge>
          )}
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
        Deleted {comment.isInternal && 'internal '}comment by {comment.user.fullName},{' '}
        <TimeAgo value={comment.createdOn} />
      </p>
    </>
  )
}
