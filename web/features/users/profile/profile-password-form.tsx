import { maxPasswordLength, minPasswordLength } from '#shared/users/contract.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { toastWarning } from '#web/ui/notices/toast.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import type { Me } from '../user-queries.ts'
import { useFocusOnOpening } from './use-focus-on-opening.ts'
import { useProfileUpdate } from './use-profile-update.ts'

/** Shows the form for one's own password. The server has the rules; the demo account's password is never sent. */
export function ProfilePasswordForm({ me, onDone }: { me: Me; onDone: () => void }) {
  const form = useForm({
    initial: { currentPassword: '', password: '' },
    labels: { currentPassword: 'Current Password', password: 'New Password' },
  })
  const { update, isPending, error } = useProfileUpdate()
  const box = useFocusOnOpening()

  async function submit(): Promise<boolean> {
    if (isPending) return true
    if (me.isDemo) {
      toastWarning(messages.profile.demoPasswordLocked)
      return true
    }
    const { currentPassword, password } = form.values
    // The call as specified has the new password alone, which is enough soon after a login.
    const refused = await update(currentPassword === '' ? { password } : { currentPassword, password })
    if (!refused) {
      onDone()
      return true
    }
    return !form.refuse(refused.failure)
  }

  return (
    <div ref={box} className="profile-form">
      <Form label="Change password" onSubmit={submit}>
        {/* Password managers need to know whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        <PasswordField
          {...form.field('currentPassword')}
          autoComplete="current-password"
          maxLength={maxPasswordLength}
        />
        <PasswordField
          {...form.field('password')}
          description={`At least ${minPasswordLength} characters. Your other sessions are logged out.`}
          descriptionBelow
          autoComplete="new-password"
          maxLength={maxPasswordLength}
        />
        {error && !form.errors.currentPassword && !form.errors.password && (
          <FailureNotice title="Your password is still the old one" {...explainError(error)} />
        )}
        <FormActions>
          <Button type="submit" loading={isPending}>
            Update Password
          </Button>
          <SendShortcut verb="to update" />
        </FormActions>
      </Form>
    </div>
  )
}
