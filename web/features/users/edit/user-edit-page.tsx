import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { IconArrowLeft, IconUserOff } from '@tabler/icons-react'
import { roleMatrixQuery } from '#web/features/roles/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { DeactivatedBadge } from '../deactivated-badge.tsx'
import { UserSessions } from '../sessions/sessions-section.tsx'
import { userQuery } from '../user-queries.ts'
import { lastUserSearch } from '../use-user-search.ts'
import { ActivationSection } from './activation-section.tsx'
import { PlaceholderSection } from './placeholder-section.tsx'
import { ResetLinkSection } from './reset-link-section.tsx'
import { UserEditForm } from './user-edit-form.tsx'
import './user-edit-page.css'

/** Shows the page that edits the person whose id is in the address. */
export function UserEditPage() {
  const { userId = '' }: { userId?: string } = useParams({ strict: false })
  const { data: user, error, isFetching, refetch } = useQuery(userQuery(userId))
  const roles = useQuery(roleMatrixQuery)
  // Roles that load after the form would move what is below them; after a failure the form doesn't wait for them.
  const areRolesOnTheirWay = roles.isPending && roles.failureCount === 0
  useGuardAgain(user ? undefined : error)
  return (
    <Page
      title="Edit User"
      width="text"
      description={user?.isDeactivated && <DeactivatedBadge />}
      back={
        <Link to={paths.userList} search={lastUserSearch()}>
          <IconArrowLeft size={16} aria-hidden />
          Users
        </Link>
      }
    >
      {user?.email !== undefined && areRolesOnTheirWay ? (
        <FormSkeleton />
      ) : user?.email !== undefined ? (
        <>
          <div className="surface user-edit">
            <UserEditForm key={user._id} user={user} />
          </div>
          <UserSessions user={user} />
          <ResetLinkSection user={user} />
          <ActivationSection user={user} />
          {/* Last, because whether there is anybody is not known at first. */}
          <PlaceholderSection user={user} />
        </>
      ) : (
        <NoForm
          // People from an import have no account that could be edited.
          isUnknown={user !== undefined || (error instanceof CallError && error.code === 'not-found')}
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  )
}

function NoForm({
  isUnknown,
  error,
  isFetching,
  onRetry,
}: {
  isUnknown: boolean
  error: unknown
  isFetching: boolean
  onRetry: () => void
}) {
  if (isUnknown) return <NoSuchUser />
  if (!error) return <FormSkeleton />
  return (
    <LoadError
      title="The user could not be loaded"
      {...explainError(error)}
      onRetry={onRetry}
      isRetrying={isFetching}
    />
  )
}

function NoSuchUser() {
  return (
    <EmptyState
      icon={<IconUserOff size={28} stroke={1.5} />}
      title="There is no user at this address"
      action={<ButtonLink to={paths.userList}>Go to the user list</ButtonLink>}
    >
      The link may be cut off or mistyped. The list finds people by name, email or id.
    </EmptyState>
  )
}

function FormSkeleton() {
  return (
    <Loading label="Loading the user">
      <div className="surface user-edit">
        <div className="form">
          <Skeleton height="58px" />
          <Skeleton height="58px" />
          <Skeleton height="58px" />
          <Skeleton height="58px" />
        </div>
      </div>
    </Loading>
  )
}
