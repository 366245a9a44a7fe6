import { Fragment, type ReactNode } from 'react'
import type { Comment } from '#shared/comments/comment.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { useComing } from '#web/ui/page/use-coming.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ChangeEntry } from './change-entry.tsx'
import { useTimelineFilter } from './timeline-filter.ts'
import { notStored } from './timeline-pages.ts'
import { TimelineSkeleton } from './timeline-skeleton.tsx'
import { useTimeline } from './use-timeline.ts'
import './timeline.css'

/** A list this long offers a way to its end. */
const manyEntries = 12

/** What happened to a bug, oldest first, its comments among it. */
export function BugTimeline({
  bugId,
  commentCount,
  renderComment,
  sending,
  renderOnItsWay,
  endId,
}: {
  bugId: string
  commentCount: number
  /** A comment as an item of the list, which may ask the reporter something, and may have come by mail. */
  renderComment: (comment: Comment, how: { asks: boolean; byMail: TimelineEntry['byMail'] }) => ReactNode
  /** Comments whose storing nobody has confirmed yet. */
  sending: readonly Comment[]
  renderOnItsWay: (comment: Comment) => ReactNode
  /** Id of what follows the list, for the way there. */
  endId: string | undefined
}) {
  const [filter, setFilter] = useTimelineFilter(bugId)
  const { list, timeline, isFirst, failure, isRetrying, retry, earlier } = useTimeline(bugId, filter)
  useComing(isFirst && !failure)
  const onItsWay = filter === 'changes' ? [] : notStored(timeline, sending)
  return (
    <>
      <div className="timeline-heading">
        <h2 id="bug-timeline">Timeline</h2>
        <Segmented
          label="Show"
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', words: 'All' },
            {
              value: 'comments',
              words: (
                <>
                  Comments <span className="timeline-count">{commentCount}</span>
                </>
              ),
            },
            { value: 'changes', words: 'Changes' },
          ]}
        />
        {endId !== undefined && timeline && timeline.entries.length > manyEntries && (
          <a className="timeline-jump not-printed" href={`#${endId}`}>
            To the end
          </a>
        )}
      </div>
      {earlier.exists && (
        <div className="timeline-earlier not-printed">
          {/* Never disabled: a disabled button would lose the focus while its answer is on the way. */}
          <Button size="xs" variant="default" aria-disabled={earlier.isLoading || undefined} onClick={earlier.load}>
            Show earlier
          </Button>
          {earlier.failure && (
            <p role="alert" className="timeline-earlier-failure">
              {explainError(earlier.failure).explanation}
            </p>
          )}
        </div>
      )}
      <ol ref={list} className="timeline" hidden={!timeline}>
        {timeline?.entries.map((entry) =>
          entry.comment ? (
            <Fragment key={entry.comment.commentId}>
              {renderComment(entry.comment, { asks: entry.changes.some(({ to }) => to), byMail: entry.byMail })}
            </Fragment>
          ) : (
            <ChangeEntry key={entry._id} bugId={bugId} entry={entry} />
          ),
        )}
        {onItsWay.map((comment) => (
          <Fragment key={comment.commentId}>{renderOnItsWay(comment)}</Fragment>
        ))}
      </ol>
      {timeline?.entries.length === 0 && onItsWay.length === 0 && (
        <p className="timeline-none muted">
          {filter === 'comments' ? 'Nobody has commented yet.' : 'Nothing has been changed yet.'}
        </p>
      )}
      {!timeline && !failure && <TimelineSkeleton filter={filter} commentCount={commentCount} />}
      {failure && (
        <LoadError
          title="The timeline could not be loaded"
          {...explainError(failure)}
          onRetry={retry}
          isRetrying={isRetrying}
        />
      )}
    </>
  )
}
