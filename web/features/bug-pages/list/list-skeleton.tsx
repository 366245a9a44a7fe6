import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import '#web/ui/lists/cards.css'
import '../card/bug-card.css'

const most = 10

/** Cards in the making, as many as the page will probably hold; `atOnce` when the waiting has begun before. */
export function ListSkeleton({ count, atOnce }: { count: number; atOnce: boolean }) {
  return (
    <Loading label="Loading bugs" atOnce={atOnce}>
      <ul className="cards">
        {Array.from({ length: Math.min(count, most) }, (_, index) => (
          <li key={index} className="card bug-card">
            <div className="bug-card-title">
              <Skeleton width={`${72 - ((index * 17) % 34)}%`} height="21px" />
            </div>
            <div className="bug-card-facts">
              <Skeleton width="260px" height="20px" />
            </div>
            <div className="bug-card-status">
              <Skeleton width="72px" height="22px" radius="11px" />
            </div>
            <div className="bug-card-assignee">
              <Skeleton width="110px" height="20px" />
            </div>
            <div className="bug-card-menu">
              <Skeleton width="32px" height="32px" />
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  )
}
