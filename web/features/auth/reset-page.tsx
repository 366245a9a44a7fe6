import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { resetPassword } from '#shared/accounts/contract.ts'
import { maxPasswordLength, minPasswordLength } from '#shared/users/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { refreshSession } from '#web/lib/session/session.ts'
import { useSite } from '#web/lib/session/site.ts'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { toastSuccess } from '#web/ui/notices/toast.ts'
import { LinkPage } from './link-page.tsx'
import { RenewLink } from './renew-link.tsx'
import type { OpenLink } from './use-link.ts'

/** Shows the page of a link that sets a new password. */
export function ResetPage() {
  const { sendsMail } = useSite()
  return (
    <LinkPage
      title="Choose a new password"
      width="narrow"
      purposes={['reset']}
      description="It takes the place of the old one, and every session is logged out."
      ended={
        <>
          Links to choose a password work once, for a short time, and the newest password ends them.{' '}
          <Link to={paths.forgotPassword}>Ask for a new link</Link>
        </>
      }
      renew={sendsMail ? (token) => <RenewLink token={token} /> : undefined}
    >
      {(link, token, end) => <ResetForm link={link} token={token} onLinkEnded={end} />}
    </LinkPage>
  )
}

function ResetForm({ link, token, onLinkEnded }: { link: OpenLink; token: string; onLinkEnded: () => void }) {
  const client = useQueryClient()
  const router = useRouter()
  const form = useForm({
    initial: { password: '', confirmation: '' },
    labels: { password: 'New Password', confirmation: 'Confirm Password' },
    schema: resetPassword.body,
    also: ({ password, confirmation }) =>
      confirmation === password ? {} : { confirmation: messages.register.passwordsDiffer },
  })
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (password: string) => call(resetPassword, { body: { token, password } }),
  })

  const send = async (): Promise<boolean> => {
    // The link is not among the fields.
    if (!form.check()) return false
    try {
      await mutateAsync(form.values.password)
    } catch (failure) {
      if (failure instanceof CallError && failure.code === 'forbidden') onLinkEnded()
      return !form.refuse(failure)
    }
    // Whoever is logged in here to the same account is so no longer.
    await refreshSession(client)
    toastSuccess(messages.accounts.passwordSet)
    await router.navigate({ to: paths.login })
    return true
  }
  return (
    <div className="auth">
      <div className="surface auth-card">
        <Form label="New password" onSubmit={send}>
          <p className="muted">
            For the account <b className="auth-email">{link.email}</b>
          </p>
          {error && !isPending && !form.isAbout(error) && (
            <FailureNotice title="Your password is still the old one" {...explainError(error)} />
          )}
          {/* Password managers need to know whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />
          <PasswordField
            {...form.field('password')}
            description={form.errors.password ? undefined : `At least ${minPasswordLength} characters`}
            descriptionBelow
            autoComplete="new-password"
            maxLength={maxPasswordLength}
          />
          <PasswordField {...form.field('confirmation')} autoComplete="new-password" maxLength={maxPasswordLength} />
          <FormActions>
            <Button type="submit" loading={isPending}>
              Set the password
            </Button>
            <SendShortcut verb="to set it" />
          </FormActions>
        </Form>
      </div>
    </div>
  )
}
