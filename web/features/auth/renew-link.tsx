import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { linkMinutes, renewResetLink } from '#shared/accounts/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { LinkEnded } from './link-ended.tsx'

/** Offers a new link for a password in place of one that had its time, and says afterwards where to look for it. */
export function RenewLink({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(renewResetLink, { body: { token } }),
  })
  const note = useRef<HTMLDivElement>(null)
  // The button is removed, so the focus moves on.
  useEffect(() => {
    if (isSuccess) note.current?.focus()
  }, [isSuccess])
  return (
    <div className="auth">
      {isSuccess ? (
        <div ref={note} tabIndex={-1} className="auth-note" role="status">
          <Notice tone="success" title="Check your mail">
            If the account is active, a new link is on its way to its address. It works once, for {linkMinutes.reset}{' '}
            minutes.
          </Notice>
        </div>
      ) : (
        <>
          {error && !isPending && <FailureNotice title="No mail was asked for" {...explainError(error)} />}
          <LinkEnded
            title="This link is too old"
            action={
              <Button loading={isPending} onClick={() => mutate()}>
                Send a new link
              </Button>
            }
          >
            Links to choose a password work for {linkMinutes.reset} minutes. A new one goes to the address of your
            account.
          </LinkEnded>
        </>
      )}
      <p className="auth-aside">
        No mail comes? <Link to={paths.forgotPassword}>Forgot your password?</Link>
      </p>
    </div>
  )
}
