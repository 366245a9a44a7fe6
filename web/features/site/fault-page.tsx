import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { getSite } from '#shared/site/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { askSessionAgain, isPassing } from '#web/lib/query-client.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { ButtonAnchor } from '#web/ui/controls/button.tsx'

/**
 * Replaces a screen that failed to render or to load. Code that failed to load needs a reload of the page; before that
 * the server is asked whether it answers, because otherwise the browser would show its own error page.
 */
export function FaultPage({ error }: ErrorComponentProps) {
  const again = useMutation({ mutationFn: () => call(getSite, {}), onSuccess: () => location.reload() })
  useReloadAfterOutage(isPassing(error))
  const { explanation, requestId } = explainError(again.error ?? error)
  return (
    <Page title="Something went wrong" width="text">
      <ErrorState
        title="This page could not be shown"
        onRetry={() => again.mutate()}
        retrying={again.isPending || again.isSuccess}
        requestId={requestId}
        action={
          <ButtonAnchor href={paths.home} size="xs" variant="default">
            Go home
          </ButtonAnchor>
        }
      >
        {explanation} Everything that was saved before is safe.
      </ErrorState>
    </Page>
  )
}

/** Reloads the page when the server answers again, if an outage caused the failure. */
function useReloadAfterOutage(isMeant: boolean): void {
  const client = useQueryClient()
  const { unanswered } = useSession()
  const wasAway = useRef(false)
  useEffect(() => {
    if (isMeant) askSessionAgain(client)
  }, [client, isMeant])
  useEffect(() => {
    if (unanswered) wasAway.current = true
    else if (isMeant && wasAway.current) location.reload()
  }, [isMeant, unanswered])
}
