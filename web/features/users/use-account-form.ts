import { newAccount } from '#shared/auth/contract.ts'
import { messages } from '#web/lib/messages.ts'
import { type FormOf, useForm } from '#web/lib/forms/use-form.ts'

const empty = { email: '', password: '', confirmation: '', fullName: '', givenName: '', familyName: '' }

/**
 * Manages the fields of a new account with registration's rules; also used for the first administrator.
 * @param email the address, where a link has it
 */
export function useAccountForm(email = '') {
  return useForm({
    initial: { ...empty, email },
    labels: {
      email: 'Email',
      password: 'Password',
      confirmation: 'Confirm Password',
      fullName: 'Full Name',
      givenName: 'Given Name',
      familyName: 'Family Name',
    },
    schema: newAccount,
    words: {
      email: messages.register.invalidEmail('name@example.com'),
      password: messages.register.passwordTooShort,
      fullName: messages.register.nameTooShort,
      givenName: messages.register.nameTooShort,
      familyName: messages.register.nameTooShort,
    },
    also: ({ password, confirmation }) =>
      confirmation === password ? {} : { confirmation: messages.register.passwordsDiffer },
  })
}

export type AccountForm = FormOf<typeof empty>

/** The data of a new account that is sent. */
export type NewAccount = Omit<typeof empty, 'confirmation'>

/** Returns what is sent: everything as typed, without the confirmation. */
export function accountOf({ values: { confirmation: _, ...account } }: AccountForm): NewAccount {
  return account
}
