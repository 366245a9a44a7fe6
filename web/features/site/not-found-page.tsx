import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'

/** Shows that an address does not exist. */
export function NotFoundPage() {
  return (
    <Page title="Page not found" width="text" heading="This page doesn’t exist">
      <EmptyState
        title="Nothing lives at this address"
        action={
          <>
            <Button component={Link} to={paths.bugList}>
              Find Bugs
            </Button>
            <Button component={Link} to={paths.home} variant="default">
              Go home
            </Button>
          </>
        }
      >
        The link may be mistyped or out of date, or the page is not part of this version.
      </EmptyState>
    </Page>
  )
}
