import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { bugQuery } from '#web/features/bugs/public.ts'
import { useLiveBug, Viewers } from '#web/features/live/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { toastError, toastSuccess } from '#web/ui/notices/toast.ts'
import { AssignUser } from './assign-user.tsx'
import { likelyAssigneesQuery } from './likely-query.ts'
import { NoBug } from './no-bug.tsx'
import './assign-page.css'

/** Assigns the bug in the address to somebody. */
export function AssignPage() {
  const { bugId }: { bugId?: string } = useParams({ strict: false })
  return bugId ? <AssignById key={bugId} bugId={bugId} /> : <AssignNothing />
}

function AssignNothing() {
  useSaidOnce(true, () => toastError(messages.assign.noId))
  return (
    <Page title={messages.assign.heading}>
      <NoBug title={messages.assign.noIdInline} />
    </Page>
  )
}

function AssignById({ bugId }: { bugId: string }) {
  const { data: bug, error, isFetching, refetch } = useQuery(bugQuery(bugId))
  // Who is likely would push down what stands below. Where they can't be read, a search still finds everybody.
  const likely = useQuery(likelyAssigneesQuery(bugId))
  const isComing = likely.isLoading && likely.failureCount === 0
  const viewers = useLiveBug(bugId)
  const isInvalid = error instanceof CallError && error.code === 'not-found'
  useGuardAgain(bug ? undefined : error)
  useSaidOnce(bug !== undefined && !isInvalid, () => toastSuccess(messages.assign.validId))
  useSaidOnce(isInvalid, () => toastError(messages.assign.invalidId))

  if (isInvalid) {
    return (
      <Page title={messages.assign.heading}>
        <NoBug title={messages.assign.invalidIdInline} />
      </Page>
    )
  }
  return (
    <Page
      title={messages.assign.heading}
      back={
        <Link to={paths.viewBug(bugId)}>
          <IconArrowLeft size={16} aria-hidden />
          Back to the bug
        </Link>
      }
      actions={<Viewers viewers={viewers} />}
      isDense
    >
      {bug && !isComing ? (
        <AssignUser bug={bug} />
      ) : error && !bug ? (
        <LoadError
          title="The bug could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      ) : (
        <AssignSkeleton />
      )}
    </Page>
  )
}

/** Says something when it comes true, and not again while it stays so. */
function useSaidOnce(isTrue: boolean, say: () => void): void {
  const sayNow = useEffectEvent(say)
  useEffect(() => {
    if (isTrue) sayNow()
  }, [isTrue])
}

function AssignSkeleton() {
  return (
    <Loading label="Loading the bug">
      <div className="assign">
        <div className="assign-bug">
          <Skeleton height="208px" radius="10px" />
        </div>
        <Skeleton height="60px" radius="10px" />
        <Skeleton height="120px" radius="10px" />
      </div>
    </Loading>
  )
}
