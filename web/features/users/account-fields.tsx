import { PasswordInput, TextInput } from '@mantine/core'
import { maxEmailLength, maxNameLength, maxPasswordLength, minPasswordLength } from '#shared/users/contract.ts'
import { type AccountForm, accountLabels } from './use-account-form.ts'
import './account-fields.css'

/** Shows the six fields of a new account. */
export function AccountFields({ form }: { form: AccountForm }) {
  const field = (name: keyof ReturnType<AccountForm['getValues']>) => ({
    ...form.getInputProps(name),
    name,
    // The library's password input does not set this by itself.
    'aria-invalid': Boolean(form.errors[name]),
  })
  // An error replaces the hint, which says the same.
  const hint = (name: string, words: string) => (form.errors[name] ? undefined : words)
  return (
    <>
      <TextInput
        key={form.key('email')}
        {...field('email')}
        label={accountLabels.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxEmailLength}
      />
      <div className="form-pair">
        <PasswordInput
          key={form.key('password')}
          {...field('password')}
          label={accountLabels.password}
          description={hint('password', `At least ${minPasswordLength} characters`)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="new-password"
          maxLength={maxPasswordLength}
        />
        <PasswordInput
          key={form.key('confirmation')}
          {...field('confirmation')}
          label="Confirm Password"
          autoComplete="new-password"
          maxLength={maxPasswordLength}
        />
      </div>
      <div className="account-section">
        <TextInput
          key={form.key('fullName')}
          {...field('fullName')}
          label={accountLabels.fullName}
          description={hint('fullName', 'As others see you beside bugs and comments')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="name"
          maxLength={maxNameLength}
        />
      </div>
      <div className="form-pair">
        <TextInput
          key={form.key('givenName')}
          {...field('givenName')}
          label={accountLabels.givenName}
          autoComplete="given-name"
          maxLength={maxNameLength}
        />
        <TextInput
          key={form.key('familyName')}
          {...field('familyName')}
          label={accountLabels.familyName}
          autoComplete="family-name"
          maxLength={maxNameLength}
        />
      </div>
    </>
  )
}
