import { Button, PasswordInput, TextInput } from '@mantine/core'
import { maxPasswordLength, type User } from '#shared/users/contract.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { FailureNotice } from '#web/ui/notices/failure-notice.tsx'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { NameFields } from '../name-fields.tsx'
import { RolePicker } from './role-picker.tsx'
import { useUserEdit } from './use-user-edit.ts'

/** Shows the form for a person's names, roles and password. */
export function UserEditForm({ user }: { user: User }) {
  const { form, submit, isSending, failure } = useUserEdit(user)
  return (
    <Form label="Edit user" onSubmit={submit}>
      <TextInput
        label="Email"
        type="email"
        description="Cannot be changed"
        inputWrapperOrder={['label', 'input', 'description']}
        value={user.email ?? ''}
        autoComplete="off"
        className="read-only-field"
        readOnly
      />
      <NameFields field={(name) => form.getInputProps(name)} isOwn={false} />
      <RolePicker
        value={form.values.role}
        error={form.errors['role']}
        onChange={(role) => form.setFieldValue('role', role)}
      />
      <PasswordInput
        {...form.getInputProps('password')}
        // The library's password input does not set this by itself.
        aria-invalid={Boolean(form.errors['password'])}
        label="New Password"
        name="password"
        description={messages.userEdit.passwordHint}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
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
