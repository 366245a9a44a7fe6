import { useQuery } from '@tanstack/react-query'
import { explainError } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { meQuery } from '../user-queries.ts'
import { Profile } from './profile.tsx'

/** Shows the reader's own account. */
export function ProfilePage() {
  const { data: me, error, isFetching, refetch } = useQuery(meQuery)
  useGuardAgain(me ? undefined : error)
  return (
    <Page title={messages.profile.heading} width="text">
      {me ? (
        <Profile key={me._id} me={me} />
      ) : error ? (
        <LoadError
          title="Your profile could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <ProfileSkeleton />
      )}
    </Page>
  )
}

function ProfileSkeleton() {
  return (
    <Loading label="Loading your profile">
      <div className="surface profile">
        <div className="profile-person">
          <Skeleton width="56px" height="56px" radius="50%" />
          <Skeleton width="180px" height="26px" />
        </div>
        <div className="profile-facts">
          {['96px', '64px', '80px', '184px', '72px', '80px'].map((width, index) => (
            <div key={index} className="profile-fact">
              <Skeleton width="72px" height="20px" />
              <Skeleton width={width} height="20px" />
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
