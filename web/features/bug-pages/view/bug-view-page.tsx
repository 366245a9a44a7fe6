import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bugFromLists, bugQuery, InvalidBug } from '#web/features/bugs/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { useGuardAgain } from '#web/lib/session/use-guard-again.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { BugSkeleton } from './bug-skeleton.tsx'
import { BugView } from './bug-view.tsx'

/** One bug, by the id in the address; an address without one is as invalid as one with a wrong id. */
export function BugViewPage() {
  const { bugId }: { bugId?: string } = useParams({ strict: false })
  return bugId ? <BugById key={bugId} bugId={bugId} /> : <InvalidBug />
}

function BugById({ bugId }: { bugId: string }) {
  const client = useQueryClient()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...bugQuery(bugId),
    placeholderData: () => bugFromLists(client, bugId),
  })

  useGuardAgain(data ? undefined : error)

  if (error instanceof CallError && error.code === 'not-found') return <InvalidBug />
  if (data) return <BugView bug={data} isComplete={!isPlaceholderData} />
  if (!error) return <BugSkeleton />
  const { explanation, requestId } = explainError(error)
  return (
    <Page title="Bug">
      <ErrorState
        title="The bug could not be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
        requestId={requestId}
      >
        {explanation}
      </ErrorState>
    </Page>
  )
}
