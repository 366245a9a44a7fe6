import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { RoleMatrix } from './role-matrix.tsx'
import { roleMatrixQuery } from './role-queries.ts'

/** Shows which role holds which permission. */
export function RolesPage() {
  const { data: roles, error, isFetching, refetch } = useQuery(roleMatrixQuery)
  useGuardAgain(roles ? undefined : error)
  const [isAdding, setIsAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)

  function endAdding() {
    setIsAdding(false)
    addButton.current?.focus()
  }

  return (
    <Page
      title="Roles"
      back={
        <Link to={paths.userList}>
          <IconArrowLeft size={16} aria-hidden />
          Users
        </Link>
      }
      description="What people may do is what their roles permit, taken together. A change holds from the next click of everybody who has the role."
      actions={
        roles && (
          <Button
            ref={addButton}
            variant="default"
            icon={<IconPlus size={16} aria-hidden />}
            aria-disabled={isAdding || undefined}
            onClick={() => setIsAdding(true)}
          >
            Add a role
          </Button>
        )
      }
    >
      {roles ? (
        <RoleMatrix roles={roles} isAdding={isAdding} onAdded={endAdding} />
      ) : error ? (
        <LoadError
          title="The roles could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
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
