import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { confirmEmail } from '#shared/accounts/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { LinkPage } from './link-page.tsx'
import type { OpenLink } from './use-link.ts'

/**
 * Shows the page of a link that confirms an address. Opening it changes nothing, because programs that look for harm in
 * mails open links too.
 */
export function ConfirmPage() {
  return (
    <LinkPage
      title="Confirm your address"
      width="narrow"
      purposes={['confirm', 'change']}
      description="One press shows that mail to this address reaches you."
      ended={
        <>
          Links to confirm an address work once, for a day. Your <Link to={paths.profile}>profile</Link> says whether it
          is confirmed, and sends a new link.
        </>
      }
    >
      {(link, token, end) => <Confirmation link={link} token={token} onLinkEnded={end} />}
    </LinkPage>
  )
}

function Confirmation({ link, token, onLinkEnded }: { link: OpenLink; token: string; onLinkEnded: () => void }) {
  const client = useQueryClient()
  const router = useRouter()
  const { state } = useSession()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(confirmEmail, { body: { token } }),
    // Not the link, which has ended.
    onSuccess: () => void client.invalidateQueries({ queryKey: ['users'] }),
    onError: (failure) => {
      if (failure instanceof CallError && failure.code === 'forbidden') onLinkEnded()
    },
  })
  const note = useRef<HTMLDivElement>(null)
  // The button is removed, so the focus moves on.
  useEffect(() => {
    if (isSuccess) note.current?.focus()
  }, [isSuccess])
  const isNew = link.purpose === 'change'
  if (isSuccess) {
    return (
      <div ref={note} tabIndex={-1} className="auth-note" role="status">
        <Notice tone="success" title={isNew ? 'This is your address now' : 'Your address is confirmed'}>
          {isNew ? 'Log in with it from now on. ' : 'Mail reaches you there. '}
          <Link to={paths.profile}>To your profile</Link>
        </Notice>
      </div>
    )
  }
  return (
    <div className="surface auth-card auth-confirm">
      <p className="auth-email">{link.email}</p>
      {isNew && <p className="muted">Your account has its old address until you confirm this one.</p>}
      {error && !isPending && (
        <FailureNotice
          title={isNew ? 'Your address is still the old one' : 'Your address is not confirmed yet'}
          {...explainError(error)}
        />
      )}
      {state === 'out' ? (
        <p>
          <Link to={paths.login} state={{ returnTo: router.state.location.href }}>
            Log in
          </Link>{' '}
          {isNew
            ? 'with your old address first: a new one is taken over by the account’s owner alone.'
            : 'first: an address is confirmed by the account’s owner alone. If the account is not yours, close this page.'}
        </p>
      ) : (
        <Button loading={isPending} onClick={() => mutate()}>
          {isNew ? 'Use this address' : 'Confirm this address'}
        </Button>
      )}
    </div>
  )
}
