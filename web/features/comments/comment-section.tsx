import type { Bug } from '#shared/bugs/contract.ts'
import { BugTimeline } from '#web/features/history/public.ts'
import { CommentEntry, CommentOnItsWay } from './comment-entry.tsx'
import { MergedComments } from './merged-comments.tsx'
import { NewComment, type ThenAct } from './new-comment.tsx'
import { useAddComment } from './use-add-comment.ts'
import './comment-section.css'

/**
 * Shows a bug's timeline with its comments, and the box for a new one.
 * @param props.then what a comment can do besides; undefined for nothing
 */
export function CommentSection({ bug, then }: { bug: Bug; then: ThenAct | undefined }) {
  const { add, sending } = useAddComment(bug._id)
  return (
    <>
      <MergedComments bug={bug} />
      <section className="comment-section" aria-labelledby="bug-timeline">
        <BugTimeline
          bugId={bug._id}
          commentCount={bug.commentCount + (bug.internalCommentCount ?? 0)}
          renderComment={(comment, { asks, byMail }) => (
            <CommentEntry
              bugId={bug._id}
              comment={comment}
              asks={asks}
              isByMail={byMail !== undefined}
              hasOriginal={byMail?.isReadable}
            />
          )}
          sending={sending}
          renderOnItsWay={(comment) => <CommentOnItsWay comment={comment} />}
          endId={bug.abilities.comment ? 'new-comment' : undefined}
        />
        {bug.abilities.comment && <NewComment bug={bug} onSend={add} then={then} />}
      </section>
    </>
  )
}
