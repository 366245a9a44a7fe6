import type { ReactNode } from 'react'
import type { LinkPurpose } from '#shared/accounts/contract.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx'
import { LinkEnded } from './link-ended.tsx'
import { type OpenLink, useLink } from './use-link.ts'
import './auth.css'

/** Shows the page of a mailed link: what it leads to while it works, and what to do once it doesn't. */
export function LinkPage({
  title,
  width,
  description,
  purposes,
  ended,
  renew,
  children,
}: {
  title: string
  width: 'narrow' | 'text'
  description: ReactNode
  purposes: readonly LinkPurpose[]
  /** What somebody can do whose link does not work any more. */
  ended: ReactNode
  /** What somebody has instead whose link can be renewed. */
  renew?: ((token: string) => ReactNode) | undefined
  children: (link: OpenLink, token: string, end: () => void) => ReactNode
}) {
  const { link, token, state, isRenewable, error, isFetching, retry, end } = useLink(purposes)
  return (
    <Page title={title} width={width} description={state === 'open' && description}>
      {state === 'checking' && (
        <Loading label="Checking the link">
          <Skeleton height="220px" radius="10px" />
        </Loading>
      )}
      {state === 'failed' && (
        <LoadError
          title="The link could not be checked"
          {...explainError(error)}
          onRetry={retry}
          isRetrying={isFetching}
          kept="The link stays valid."
        />
      )}
      {state === 'ended' &&
        ((isRenewable && renew?.(token)) || <LinkEnded title="This link can’t be used any more">{ended}</LinkEnded>)}
      {link && children(link, token, end)}
    </Page>
  )
}
