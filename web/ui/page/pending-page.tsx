import { Loading, Skeleton } from './skeleton.tsx'
import { useComing } from './use-coming.ts'
import './page.css'
import './pending-page.css'

/** Shows a placeholder for a screen, in the shape in which most screens begin. */
export function PendingPage() {
  useComing(true)
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
