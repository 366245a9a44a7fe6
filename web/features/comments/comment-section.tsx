import type { Bug } from '#shared/bugs/contract.ts'
import { BugTimeline } from '#web/features/history/public.ts'
import { CommentEntry, CommentOnItsWay } from './comment-entry.tsx'
import { MergedComments } from './merged-comments.tsx'
import { NewComment } from './new-comment.tsx'
import { useAddComment } from './use-add-comment.ts'
import './comment-section.css'

/**
 * Shows a bug's timeline with its comments, and the box for a new one.
 * @param props.onClose closes the bug; undefined where the reader may not, or where it is closed
 */
export function CommentSection({ bug, onClose }: { bug: Bug; onClose: (() => void) | undefined }) {
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
        {bug.abilities.comment && <NewComment bug={bug} onSend={add} onClose={onClose} />}
      </section>
    </>
  )
}
