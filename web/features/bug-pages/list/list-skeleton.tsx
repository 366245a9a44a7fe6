import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import '#web/ui/lists/cards.css'
import '../card/bug-card.css'
import '../card/bug-row.css'
import type { ListForm } from '../card/list-form.ts'

const most = { compact: 25, comfortable: 10 }

/** Cards in the making, as many as the page will probably hold; `atOnce` when the waiting has begun before. */
export function ListSkeleton({ count, form, atOnce }: { count: number; form: ListForm; atOnce: boolean }) {
  const Item = form === 'compact' ? Row : Card
  return (
    <Loading label="Loading bugs" atOnce={atOnce}>
      <ul className="cards">
        {Array.from({ length: Math.min(count, most[form]) }, (_, index) => (
          <Item key={index} width={`${72 - ((index * 17) % 34)}%`} />
        ))}
      </ul>
    </Loading>
  )
}

function Row({ width }: { width: string }) {
  return (
    <li className="card bug-card bug-row">
      <Skeleton width="18px" height="18px" radius="50%" />
      <span className="bug-row-id">
        <Skeleton height="14px" />
      </span>
      <span className="bug-row-title">
        <Skeleton width={width} height="16px" />
      </span>
      <span className="bug-row-facts">
        <Skeleton width="92px" height="14px" />
      </span>
    </li>
  )
}

function Card({ width }: { width: string }) {
  return (
    <li className="card bug-card bug-card-full">
      <div className="bug-card-title">
        <Skeleton width={width} height="21px" />
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
  )
}
