import { IconArrowLeft, IconHistoryOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { InvalidBug } from '#web/features/bugs/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { bugAsOfQuery } from '../timeline-queries.ts'
import { BugAsOfView } from './bug-as-of-view.tsx'

/** A bug as it was right after the entry of its timeline that the address names. */
export function BugAsOfPage() {
  const { bugId = '', entryId = '' }: { bugId?: string; entryId?: string } = useParams({ strict: false })
  const { data, error, isFetching, refetch } = useQuery(bugAsOfQuery(bugId, entryId))
  useGuardAgain(data ? undefined : error)

  if (error instanceof CallError && error.code === 'not-found') {
    return error.field === 'entryId' ? <NoSuchMoment bugId={bugId} /> : <InvalidBug />
  }
  if (data) return <BugAsOfView bug={data} entryId={entryId} />
  return (
    <Page
      title="Bug as it was"
      back={
        <Link to={paths.viewBug(bugId)}>
          <IconArrowLeft size={16} aria-hidden />
          The bug as it is now
        </Link>
      }
    >
      {error ? (
        <LoadError
          title="The bug could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <Loading label="Loading the bug as it was">
          <div className="form">
            <Skeleton height="44px" />
            <Skeleton height="120px" />
            <Skeleton height="80px" />
          </div>
        </Loading>
      )}
    </Page>
  )
}

function NoSuchMoment({ bugId }: { bugId: string }) {
  return (
    <Page title="Bug as it was">
      <EmptyState
        icon={<IconHistoryOff size={28} stroke={1.5} />}
        title="This bug’s timeline has no entry at this address"
        action={<ButtonLink to={paths.viewBug(bugId)}>Go to the bug as it is now</ButtonLink>}
      >
        The link may be cut off or mistyped. Every change in the bug’s timeline leads to the bug as it was then.
      </EmptyState>
    </Page>
  )
}
