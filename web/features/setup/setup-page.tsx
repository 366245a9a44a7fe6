import { useSearch } from '@tanstack/react-router'
import { explainError } from '#web/lib/explain-error.ts'
import { useSite } from '#web/lib/session/site.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { AdministratorForm } from './administrator-form.tsx'
import { LinkEnded } from './link-ended.tsx'
import { useSetupLink } from './use-setup-link.ts'

/** Shows the page of the first start's one-time link, which creates the first administrator. */
export function SetupPage() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  const link = useSetupLink(token ?? '')
  const { productName } = useSite()
  return (
    <Page
      title={`Set up ${productName}`}
      width="text"
      description={
        link.state === 'open' && 'Create the first administrator. This account can later give others their roles.'
      }
    >
      {link.state === 'checking' && <CheckingLink />}
      {link.state === 'failed' && (
        <LoadError
          title="The link could not be checked"
          {...explainError(link.error)}
          onRetry={link.retry}
          kept="The link stays valid."
        />
      )}
      {link.state === 'ended' && <LinkEnded />}
      {link.state === 'open' && <AdministratorForm token={token ?? ''} onLinkEnded={link.end} />}
    </Page>
  )
}

function CheckingLink() {
  return (
    <Loading label="Checking the link">
      <Skeleton height="420px" radius="10px" />
    </Loading>
  )
}
