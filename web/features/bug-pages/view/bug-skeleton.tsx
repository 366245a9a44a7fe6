import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { useComing } from '#web/ui/page/use-coming.ts'
import './bug-view.css'

/** A bug's page in the making. */
export function BugSkeleton() {
  useComing(true)
  return (
    <Page title="Bug" heading={null}>
      <h1 className="visually-hidden" tabIndex={-1}>
        Bug
      </h1>
      <Loading label="Loading the bug">
        <div className="bug-header bug-skeleton">
          <Skeleton width="64px" height="20px" />
          <Skeleton width="min(100%, 560px)" height="30px" />
          <Skeleton width="320px" height="22px" />
        </div>
        <div className="bug-columns">
          <div className="bug-words bug-skeleton">
            {['16%', '92%', '84%', '88%', '60%'].map((width) => (
              <Skeleton key={width} width={width} height="18px" />
            ))}
          </div>
          <div className="bug-side bug-skeleton">
            {['100%', '40%', '70%', '55%'].map((width) => (
              <Skeleton key={width} width={width} height="18px" />
            ))}
          </div>
        </div>
      </Loading>
    </Page>
  )
}
