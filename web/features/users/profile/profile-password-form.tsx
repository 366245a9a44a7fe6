import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { maxPasswordLength, minPasswordLength } from '#shared/users/contract.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { toastWarning } from '#web/ui/notices/toast.ts'
import { refusedField } from '../refused-field.ts'
import type { Me } from '../user-queries.ts'
import { useFocusOnOpening } from './use-focus-on-opening.ts'
import { useProfileUpdate } from './use-profile-update.ts'

const labels = { password: 'New Password' } as const

/** Shows the form for one's own password. The server has the rules; the demo account's password is never sent. */
export function ProfilePasswordForm({ me, onDone }: { me: Me; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const { update, isPending, error } = useProfileUpdate()
  const box = useFocusOnOpening()

  async function submit(): Promise<boolean> {
    if (isPending) return true
    if (me.isDemo) {
      toastWarning(messages.profile.demoPasswordLocked)
      return true
    }
    setProblem(undefined)
    const refused = await update({ password })
    if (!refused) {
      onDone()
      return true
    }
    // Set here and not read from the mutation, so that it is rendered when the form looks for its wrong field.
    const found = refusedField(refused.failure, labels)?.problem
    setProblem(found)
    return found === undefined
  }

  return (
    <div ref={box} className="profile-form">
      <Form label="Change password" onSubmit={submit}>
        {/* Password managers need to know whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        <PasswordInput
          label={labels.password}
          name="password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problem}
          // The library's password input does not set this by itself.
          aria-invalid={problem !== undefined}
          description={`At least ${minPasswordLength} characters. Your other sessions are logged out.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="new-password"
          maxLength={maxPasswordLength}
        />
        {error && !problem && <FailureNotice title="Your password is still the old one" {...explainError(error)} />}
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
