import { useMutation } from '@tanstack/react-query'
import { confirmChatMail } from '#shared/mail/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { useSite } from '#web/lib/session/site.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { isLinkRefused, MailLinkPage } from './mail-link-page.tsx'
import { useLinkToken } from './use-link.ts'

/** Shows the page of the link in the mail that says that the team has answered. */
export function ConfirmChatPage() {
  const token = useLinkToken()
  const { productName } = useSite()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(confirmChatMail, { body: { token } }),
  })
  return (
    <MailLinkPage
      title={isSuccess ? 'Answers come by mail' : 'Answers of the team by mail'}
      description={`You asked something in the chat of ${productName}, and left the address to which this link was mailed.`}
      isRefused={token === '' || isLinkRefused(error)}
      refusal="Perhaps the address was taken back in the chat. Mail programs sometimes cut long links off, too: open it from the mail again, or copy all of it."
      done={
        isSuccess &&
        'What you have not read yet is on its way. Each of these mails has a link that ends them, and the whole conversation stands in the browser in which you asked.'
      }
    >
      {error && !isPending && <FailureNotice title="Nothing was changed" {...explainError(error)} />}
      <Button loading={isPending} onClick={() => isPending || mutate()}>
        Mail me the answers
      </Button>
    </MailLinkPage>
  )
}
