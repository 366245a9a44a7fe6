import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import '#web/ui/lists/cards.css'
import './user-card.css'

const most = 10

/** Shows placeholder cards, as many as the page will probably have; `atOnce` when the waiting has begun before. */
export function UserListSkeleton({ count, atOnce }: { count: number; atOnce: boolean }) {
  return (
    <Loading label="Loading users" atOnce={atOnce}>
      <ul className="cards">
        {Array.from({ length: Math.min(count, most) }, (_, index) => (
          <li key={index} className="card user-card">
            <Skeleton width="36px" height="36px" radius="50%" />
            <div className="user-card-words">
              <Skeleton width={`${180 - ((index * 37) % 70)}px`} height="21px" />
              <Skeleton width="120px" height="20px" />
            </div>
            <div className="user-card-roles">
              <Skeleton width="84px" height="22px" radius="11px" />
            </div>
          </li>
        ))}
      </ul>
    </Loading>
  )
}
