import { useForm } from '@mantine/form'
import { isRegistrableEmail, minPasswordLength } from '#shared/users/contract.ts'
import { messages } from '#web/lib/messages.ts'
import { refusedField } from './refused-field.ts'

/** Labels of the fields that the server knows too. */
export const accountLabels = {
  email: 'Email',
  password: 'Password',
  fullName: 'Full Name',
  givenName: 'Given Name',
  familyName: 'Family Name',
} as const

const exampleEmail = 'name@example.com'

/** The data of a new account that is sent. */
export interface NewAccount {
  readonly email: string
  readonly password: string
  readonly fullName: string
  readonly givenName: string
  readonly familyName: string
}

/** Manages the fields of a new account with registration's rules; also used for the first administrator. */
export function useAccountForm() {
  const nameRule = (name: string) => (name.trim().length < 1 ? messages.register.nameTooShort : null)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', confirmation: '', fullName: '', givenName: '', familyName: '' },
    validate: {
      email: (email) => (isRegistrableEmail(email.trim()) ? null : messages.register.invalidEmail(exampleEmail)),
      password: (password) => (password.length < minPasswordLength ? messages.register.passwordTooShort : null),
      confirmation: (confirmation, { password }) =>
        confirmation === password ? null : messages.register.passwordsDiffer,
      fullName: nameRule,
      givenName: nameRule,
      familyName: nameRule,
    },
  })
  return form
}

export type AccountForm = ReturnType<typeof useAccountForm>

/** Returns what is sent: everything as typed, without the confirmation. */
export function accountOf(form: AccountForm): NewAccount {
  const { confirmation: _, ...account } = form.getValues()
  return account
}

/** Shows a refusal beside the field that it names. @returns false when it names none */
export function showRefusedField(form: AccountForm, error: unknown): boolean {
  const refused = refusedField(error, accountLabels)
  if (refused) form.setFieldError(refused.field, refused.problem)
  return refused !== undefined
}
