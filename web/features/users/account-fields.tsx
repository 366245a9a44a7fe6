import { maxEmailLength, maxNameLength, maxPasswordLength, minPasswordLength } from '#shared/users/contract.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { AccountForm } from './use-account-form.ts'
import './account-fields.css'

/** Shows the six fields of a new account. `isEmailGiven`: the address stands already. */
export function AccountFields({ form, isEmailGiven = false }: { form: AccountForm; isEmailGiven?: boolean }) {
  // An error replaces the hint, which says the same.
  const hint = (name: 'password' | 'fullName', words: string) => (form.errors[name] ? undefined : words)
  return (
    <>
      <TextField
        {...form.field('email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxEmailLength}
        readOnly={isEmailGiven}
        className={isEmailGiven ? 'given-email' : ''}
      />
      <div className="form-pair">
        <PasswordField
          {...form.field('password')}
          description={hint('password', `At least ${minPasswordLength} characters`)}
          descriptionBelow
          autoComplete="new-password"
          maxLength={maxPasswordLength}
        />
        <PasswordField {...form.field('confirmation')} autoComplete="new-password" maxLength={maxPasswordLength} />
      </div>
      <div className="account-section">
        <TextField
          {...form.field('fullName')}
          description={hint('fullName', 'As others see you beside bugs and comments')}
          descriptionBelow
          autoComplete="name"
          maxLength={maxNameLength}
        />
      </div>
      <div className="form-pair">
        <TextField {...form.field('givenName')} autoComplete="given-name" maxLength={maxNameLength} />
        <TextField {...form.field('familyName')} autoComplete="family-name" maxLength={maxNameLength} />
      </div>
    </>
  )
}
