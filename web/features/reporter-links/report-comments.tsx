import type { ReportComment } from '#shared/reporter-links/contract.ts'
import { MarkdownText } from '#web/features/texts/public.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'

/** Shows what was said about a report, oldest first. */
export function ReportComments({ comments }: { comments: readonly ReportComment[] }) {
  return (
    <section aria-labelledby="report-answers" className="report-answers">
      <h2 id="report-answers">Answers</h2>
      {comments.length === 0 ? (
        <p className="muted">Nobody has written here yet. What the team answers shows here by itself.</p>
      ) : (
        <ol aria-live="polite" aria-relevant="additions">
          {comments.map((comment) => (
            <li key={comment.commentId} className="report-answer" data-own={comment.isOwn || undefined}>
              <Answer comment={comment} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Answer({ comment: { name, isOwn, createdOn, editedOn, message, isDeleted } }: { comment: ReportComment }) {
  if (isDeleted) return <p className="muted">A comment that stood here was deleted.</p>
  return (
    <>
      <p className="report-answer-head">
        <Avatar name={name} />
        <bdi className="report-answer-name">{isOwn ? `${name} (you)` : name}</bdi>
        <span className="muted">
          <TimeAgo value={createdOn} />
          {editedOn !== undefined && ' · edited'}
        </span>
      </p>
      <MarkdownText text={message} long="the comment" />
    </>
  )
}
