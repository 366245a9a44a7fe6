import { maxPasswordLength, type User } from '#shared/users/contract.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { NameFields } from '../name-fields.tsx'
import { RolePicker } from './role-picker.tsx'
import { useUserEdit } from './use-user-edit.ts'

/** Shows the form for a person's names, roles and password. */
export function UserEditForm({ user }: { user: User }) {
  const { form, submit, isSending, failure } = useUserEdit(user)
  return (
    <Form label="Edit user" onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        description="Cannot be changed"
        descriptionBelow
        value={user.email ?? ''}
        autoComplete="off"
        className="read-only-field"
        readOnly
      />
      <NameFields field={form.field} isOwn={false} />
      <RolePicker value={form.values.role} error={form.errors.role} onChange={(role) => form.change({ role })} />
      <PasswordField
        {...form.field('password')}
        description={messages.userEdit.passwordHint}
        descriptionBelow
        autoComplete="new-password"
        maxLength={maxPasswordLength}
      />
      {failure && <FailureNotice title="Nothing was changed; what you typed is kept" {...explainError(failure)} />}
      <FormActions>
        <Button type="submit" loading={isSending}>
          {messages.userEdit.submit}
        </Button>
        <SendShortcut verb="to submit" />
      </FormActions>
    </Form>
  )
}
