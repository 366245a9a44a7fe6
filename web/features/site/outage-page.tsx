import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallError } from '#web/lib/call-error.ts'
import { outageWords } from '#web/lib/explain-error.ts'
import { refreshSession } from '#web/lib/session/session.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { Page } from '#web/ui/page/page.tsx'

/** Replaces a screen while the session can't be read, so that it is unknown what may be shown. */
export function OutagePage({ error }: { error: CallError }) {
  const client = useQueryClient()
  const again = useMutation({ mutationFn: () => refreshSession(client) })
  return (
    <Page title={outageWords(error)} width="text">
      <div className="outage">
        <ErrorState title="This page can’t be shown yet" onRetry={() => again.mutate()} retrying={again.isPending}>
          There is nothing you need to do: it is asked for again and again, and comes as soon as there is an answer.
        </ErrorState>
      </div>
    </Page>
  )
}
