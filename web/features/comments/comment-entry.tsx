import { memo } from 'react'
import { Collapsible, isLong, PlainText } from '#web/features/bugs/public.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { TimeAgo } from '#web/ui/moment.tsx'

/** One comment; without `createdOn` it is still on its way. Hundreds of them are on one page, so each renders once. */
export const CommentEntry = memo(function CommentEntry({
  name,
  createdOn,
  message,
}: {
  name: string
  createdOn?: string
  message: string
}) {
  const text = <PlainText text={message} />
  return (
    <li className="comment" data-sending={createdOn === undefined || undefined}>
      <Avatar name={name} size={28} />
      <div className="comment-words">
        <p className="comment-head">
          <span className="comment-name">{name}</span>
          <span className="muted">{createdOn === undefined ? 'Sending…' : <TimeAgo value={createdOn} />}</span>
        </p>
        {isLong(message) ? <Collapsible label={`the comment by ${name}`}>{text}</Collapsible> : text}
      </div>
    </li>
  )
})
