import type { Bug } from '#shared/bugs/contract.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { CommentEntry, CommentOnItsWay } from './comment-entry.tsx'
import { NewComment } from './new-comment.tsx'
import { useAddComment } from './use-add-comment.ts'
import './comment-section.css'

/** A list this long offers a way to its end. */
const manyComments = 12

/** A bug's comments, oldest first, and the box for a new one. Until `isComplete` only their number is known. */
export function CommentSection({ bug, isComplete }: { bug: Bug; isComplete: boolean }) {
  const { add, sending } = useAddComment(bug._id)
  return (
    <section className="comment-section" aria-labelledby="bug-comments">
      <div className="comment-heading">
        <h2 id="bug-comments">Comments</h2>
        <span className="comment-count">{bug.commentCount}</span>
        {isComplete && bug.abilities.comment && bug.comments.length > manyComments && (
          <a className="comment-jump not-printed" href="#new-comment">
            To the end
          </a>
        )}
      </div>
      {isComplete ? (
        <ol className="comments">
          {bug.comments.map((comment) => (
            <CommentEntry key={comment.commentId} bugId={bug._id} comment={comment} />
          ))}
          {sending && <CommentOnItsWay comment={sending} />}
        </ol>
      ) : (
        bug.commentCount > 0 && <CommentsSkeleton count={bug.commentCount} />
      )}
      {bug.abilities.comment && <NewComment bugId={bug._id} isSending={sending !== undefined} onSend={add} />}
    </section>
  )
}

function CommentsSkeleton({ count }: { count: number }) {
  return (
    <Loading label="Loading comments">
      <div className="comments">
        {Array.from({ length: Math.min(count, 3) }, (_, index) => (
          <div key={index} className="comment">
            <Skeleton width="28px" height="28px" radius="50%" />
            <div className="comment-words">
              <Skeleton width="180px" height="18px" />
              <Skeleton width={`${88 - index * 14}%`} height="18px" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
