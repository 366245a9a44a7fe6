import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** Stands in for a screen that broke or could not be loaded. */
export function FaultPage({ error, reset }: ErrorComponentProps) {
  const { explanation, requestId } = explainError(error)
  return (
    <Page title="Something went wrong" width="text">
      <ErrorState
        title="This page could not be shown"
        onRetry={reset}
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
