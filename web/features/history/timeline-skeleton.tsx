import type { TimelineFilter } from '#shared/history/contract.ts'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'

/** More than a screen holds. */
const maxRows = 10

const widths = ['62%', '88%', '74%']

/** A timeline in the making: as many rows as the bug is known to have, so that what follows finds its place early. */
export function TimelineSkeleton({ filter, commentCount }: { filter: TimelineFilter; commentCount: number }) {
  const comments = filter === 'changes' ? 0 : Math.min(commentCount, maxRows)
  return (
    <Loading label="Loading the timeline">
      <div className="timeline">
        {filter !== 'comments' && (
          <div className="timeline-skeleton" data-change>
            <Skeleton width="16px" height="16px" radius="50%" />
            <Skeleton width="220px" height="16px" />
          </div>
        )}
        {Array.from({ length: comments }, (_, row) => (
          <div key={row} className="timeline-skeleton">
            <Skeleton width="28px" height="28px" radius="50%" />
            <div>
              <Skeleton width="180px" height="18px" />
              <Skeleton width={widths[row % widths.length] ?? ''} height="18px" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  )
}
