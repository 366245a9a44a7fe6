import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { confirmChatMail } from '#shared/mail/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { LinkEnded } from './link-ended.tsx'
import { useLinkToken } from './use-link.ts'
import './auth.css'

/**
 * Shows the page of the link in the mail that says that the team has answered. Opening it confirms nothing, because programs that
 * look for harm in mails open links too.
 */
export function ConfirmChatPage() {
  const token = useLinkToken()
  const { productName } = useSite()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(confirmChatMail, { body: { token } }),
  })
  const isRefused = token === '' || (error instanceof CallError && refusals.includes(error.code))
  const isOpen = !isSuccess && !isRefused
  // The button is removed, so the focus moves on.
  useEffect(() => {
    if (!isOpen) document.querySelector<HTMLElement>('h1')?.focus()
  }, [isOpen])
  return (
    <Page
      title={isSuccess ? 'Answers come by mail' : 'Answers of the team by mail'}
      width="narrow"
      description={
        isOpen &&
        `You asked something in the chat of ${productName}, and left the address to which this link was mailed.`
      }
    >
      {isOpen && (
        <div className="surface auth-card auth-confirm">
          {error && !isPending && <FailureNotice title="Nothing was changed" {...explainError(error)} />}
          <Button loading={isPending} onClick={() => isPending || mutate()}>
            Mail me the answers
          </Button>
        </div>
      )}
      {/* It is there before its words come, so they are announced. */}
      <div role="status">
        {isSuccess && (
          <Notice tone="success">
            What you have not read yet is on its way. Each of these mails has a link that ends them, and the whole
            conversation stands in the browser in which you asked.
          </Notice>
        )}
        {isRefused && (
          <LinkEnded
            title="This link doesn’t work"
            action={
              <ButtonLink to={paths.home} variant="default">
                To the home page
              </ButtonLink>
            }
          >
            Perhaps the address was taken back in the chat. Mail programs sometimes cut long links off, too: open it
            from the mail again, or copy all of it.
          </LinkEnded>
        )}
      </div>
    </Page>
  )
}

/** A link that was cut off, that nobody made, or whose address was taken back. */
const refusals: readonly string[] = ['not-found', 'invalid-input']
