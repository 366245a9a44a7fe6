import { Loading, Skeleton } from './skeleton.tsx'
import './page.css'
import './pending-page.css'

/** Stands where a screen will be, in the shape that most screens begin with. */
export function PendingPage() {
  return (
    <div className="page">
      <Loading label="Loading the page">
        <div className="pending-page">
          <Skeleton width="240px" height="34px" />
          <Skeleton width="420px" height="18px" />
          <Skeleton height="88px" radius="10px" />
          <Skeleton height="88px" radius="10px" />
          <Skeleton height="88px" radius="10px" />
        </div>
      </Loading>
    </div>
  )
}
