import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { mergedCommentWords } from '#web/features/merging/public.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { CommentFromElsewhere } from './comment-entry.tsx'
import { useMergedComments } from './use-merged-comments.ts'
import './merged-comments.css'

/** Shows the comments of the bugs that were merged into this one, closed at first. */
export function MergedComments({ bug }: { bug: Bug }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const bugs = bug.duplicates.filter(({ isMerged }) => isMerged).length
  if (bug.mergedCommentCount === 0) return null
  return (
    <section className="merged-comments" aria-label="Comments of merged bugs">
      <button
        type="button"
        className="merged-comments-toggle not-printed"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={14} aria-hidden />
        {mergedCommentWords(bug.mergedCommentCount, Math.max(bugs, 1))}
      </button>
      {isOpen && (
        <div id={id}>
          <Comments bugId={bug._id} count={bug.mergedCommentCount} />
        </div>
      )}
    </section>
  )
}

function Comments({ bugId, count }: { bugId: string; count: number }) {
  const { comments, failure, isRetrying, retry, earlier } = useMergedComments(bugId, count)
  if (failure && !comments) {
    return (
      <LoadError
        title="The comments could not be loaded"
        {...explainError(failure)}
        onRetry={retry}
        isRetrying={isRetrying}
      />
    )
  }
  if (!comments) {
    return (
      <Loading label="Loading the comments">
        <Skeleton height="64px" />
      </Loading>
    )
  }
  return (
    <>
      {earlier.exists && (
        <div className="merged-comments-earlier not-printed">
          <Button size="xs" variant="default" aria-disabled={earlier.isLoading || undefined} onClick={earlier.load}>
            Show earlier
          </Button>
        </div>
      )}
      <ol className="merged-comments-list">
        {comments.map(({ comment, bug }) => (
          <CommentFromElsewhere
            key={comment.commentId}
            comment={comment}
            from={
              <>
                in <Link to={paths.viewBug(bug._id)}>{bug.title}</Link>
              </>
            }
          />
        ))}
      </ol>
    </>
  )
}
