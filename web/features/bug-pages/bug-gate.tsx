import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { bugQuery, InvalidBug } from '#web/features/bugs/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { useLiveBug, Viewers } from '#web/features/live/public.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { isPassing } from '#web/lib/query-client.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { toastFailure, toastWarning } from '#web/ui/notices/toast.ts'

/**
 * A screen that changes one bug. It opens for those whom the server lets do so, by the abilities that come with the bug;
 * once open it stays open, because what somebody writes there must not vanish with a later answer.
 */
export function BugGate({
  bugId,
  title,
  may,
  invalidId,
  checkFailed,
  describe,
  isEditing = false,
  width = 'text',
  children,
}: {
  bugId: string
  title: string
  may: (abilities: Bug['abilities']) => boolean
  /** What an address that names no bug is told. */
  invalidId: string
  /** What is said when it can't be found out whether the screen may open. */
  checkFailed?: string
  /** The line below the title. */
  describe?: (bug: Bug) => ReactNode
  /** The bug's texts are being changed here, which others who look at it are told. */
  isEditing?: boolean
  width?: 'text' | 'pair'
  children: (bug: Bug) => ReactNode
}) {
  const { data: bug, error, isFetching, refetch } = useQuery(bugQuery(bugId))
  const [isOpen, setIsOpen] = useState(false)
  const viewers = useLiveBug(bugId, isEditing)
  useGuardAgain(refusalOf(error) === 'not-signed-in' ? error : undefined)
  if (!isOpen && bug !== undefined && may(bug.abilities)) setIsOpen(true)

  const refusal = bug ? undefined : refusalOf(error)
  const isUnknown = error !== null && !bug && refusal === undefined
  useEffect(() => {
    // Each failure is said, also the second one of the same kind. An outage, which is tried again and again, says the place.
    if (isUnknown && checkFailed !== undefined && !isPassing(error)) toastFailure(checkFailed, referenceOf(error))
  }, [isUnknown, checkFailed, error])

  if (refusal === 'not-found') return <InvalidBug title={invalidId} />
  // What is remembered may be older than a right that was given since.
  if (refusal === 'forbidden' || (bug && !isOpen && !isFetching)) {
    return <TurnedAway />
  }
  return (
    <Page
      title={title}
      width={width}
      description={describe && !isUnknown && (bug ? describe(bug) : <Skeleton width="260px" height="21px" />)}
      actions={<Viewers viewers={viewers} />}
    >
      {bug && isOpen && children(bug)}
      {!isOpen && !isUnknown && <FormSkeleton />}
      {isUnknown && (
        <LoadError
          title="The bug could not be loaded"
          {...explainError(error)}
          onRetry={refetch}
          isRetrying={isFetching}
        />
      )}
    </Page>
  )
}

/** The refusals that say for certain that the screen does not open. */
function refusalOf(error: unknown): 'not-found' | 'not-signed-in' | 'forbidden' | undefined {
  if (!(error instanceof CallError)) return undefined
  const { code } = error
  return code === 'not-found' || code === 'not-signed-in' || code === 'forbidden' ? code : undefined
}

function FormSkeleton() {
  return (
    <Loading label="Loading the bug">
      <div className="form">
        <Skeleton height="58px" />
        <Skeleton height="160px" />
        <Skeleton height="140px" />
      </div>
    </Loading>
  )
}

/** Sends somebody off a screen that the server, once asked, did not let them have. */
function TurnedAway() {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    toastWarning(messages.access.invalidPermissionLevel)
    void navigate({ to: paths.home, replace: true })
  })
  useEffect(() => leave(), [])
  return null
}
