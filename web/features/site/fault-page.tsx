import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { getSite } from '#shared/site/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'

/**
 * Stands in for a screen that broke or could not be loaded. Code that could not be had stays so until the page is loaded
 * anew; before that the server is asked whether it is there, or else the browser would show a page of its own.
 */
export function FaultPage({ error }: ErrorComponentProps) {
  const again = useMutation({ mutationFn: () => call(getSite, {}), onSuccess: () => location.reload() })
  const { explanation, requestId } = explainError(again.error ?? error)
  return (
    <Page title="Something went wrong" width="text">
      <ErrorState
        title="This page could not be shown"
        onRetry={() => again.mutate()}
        retrying={again.isPending || again.isSuccess}
        requestId={requestId}
        action={
          <Button component="a" href={paths.home} size="xs" variant="default">
            Go home
          </Button>
        }
      >
        {explanation} Everything that was saved before is safe.
      </ErrorState>
    </Page>
  )
}
