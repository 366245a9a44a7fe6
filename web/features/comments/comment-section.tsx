import type { Bug } from '#shared/bugs/contract.ts'
import { BugTimeline } from '#web/features/history/public.ts'
import { CommentEntry, CommentOnItsWay } from './comment-entry.tsx'
import { MergedComments } from './merged-comments.tsx'
import { NewComment } from './new-comment.tsx'
import { useAddComment } from './use-add-comment.ts'
import './comment-section.css'

/** Shows a bug's timeline with its comments, and the box for a new one. */
export function CommentSection({ bug }: { bug: Bug }) {
  const { add, sending } = useAddComment(bug._id)
  return (
    <>
      <MergedComments bug={bug} />
      <section className="comment-section" aria-labelledby="bug-timeline">
        <BugTimeline
          bugId={bug._id}
          commentCount={bug.commentCount}
          renderComment={(comment) => <CommentEntry bugId={bug._id} comment={comment} />}
          sending={sending}
          renderOnItsWay={(comment) => <CommentOnItsWay comment={comment} />}
          endId={bug.abilities.comment ? 'new-comment' : undefined}
        />
        {bug.abilities.comment && <NewComment bugId={bug._id} onSend={add} />}
      </section>
    </>
  )
}
