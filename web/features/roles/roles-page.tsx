import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconArrowLeft } from '@tabler/icons-react'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { RoleMatrix } from './role-matrix.tsx'
import { roleMatrixQuery } from './role-queries.ts'

/** Which role holds which permission. */
export function RolesPage() {
  const { data: roles, error, isFetching, refetch } = useQuery(roleMatrixQuery)
  return (
    <Page
      title="Roles"
      back={
        <Link to={paths.userList}>
          <IconArrowLeft size={16} aria-hidden />
          Users
        </Link>
      }
      description="What people may do is what their roles permit, taken together."
    >
      {roles ? (
        <RoleMatrix roles={roles} />
      ) : error ? (
        <ErrorState
          title="The roles could not be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
          requestId={explainError(error).requestId}
        >
          {explainError(error).explanation}
        </ErrorState>
      ) : (
        <RolesSkeleton />
      )}
    </Page>
  )
}

function RolesSkeleton() {
  return (
    <Loading label="Loading roles">
      <Skeleton height="360px" radius="10px" />
    </Loading>
  )
}
