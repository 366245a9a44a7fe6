import { AppError } from '#server/http/app-error.ts'
import { minPasswordLength } from '#shared/users/contract.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Whose password it will be, with the names that they will have. */
export interface PasswordOwner {
  readonly email: string
  readonly fullName: string
  readonly givenName: string
  readonly familyName: string
}

const advice = 'Choose another, such as several unrelated words.'

/**
 * Returns why a new password is refused, as what follows "The password"; undefined where it is accepted. Capital
 * letters, spaces and invisible characters make no difference.
 */
export function guessableReason(password: string, owner: PasswordOwner): string | undefined {
  const compared = plain(password)
  if (compared.length < minPasswordLength) return `is too short without its spaces. ${advice}`
  if (isCommonPassword(compared)) return `is one of the most common ones, which are tried first. ${advice}`
  if (ownWords(owner).some((word) => plain(word) === compared))
    return `must not be the account’s name or e-mail address. ${advice}`
  return undefined
}

/** Refuses a new password that is easy to guess. @throws AppError invalid-input */
export function refuseGuessable(password: string, owner: PasswordOwner): void {
  const reason = guessableReason(password, owner)
  if (reason !== undefined) throw new AppError('invalid-input', `password ${reason}`, { field: 'password' })
}

function ownWords({ email, fullName, givenName, familyName }: PasswordOwner): string[] {
  const beforeAt = email.slice(0, email.lastIndexOf('@'))
  return [email, beforeAt, fullName, givenName, familyName, givenName + familyName, familyName + givenName]
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
}
