import { paths } from '#web/lib/paths.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** Shows that an address does not exist. */
export function NotFoundPage() {
  return (
    <Page title="Page not found" width="text" heading="This page doesn’t exist">
      <EmptyState
        title="Nothing lives at this address"
        action={
          <>
            <ButtonLink to={paths.bugList}>Find Bugs</ButtonLink>
            <ButtonLink to={paths.home} variant="default">
              Go home
            </ButtonLink>
          </>
        }
      >
        The link may be mistyped or out of date, or the page is not part of this version.
      </EmptyState>
    </Page>
  )
}
