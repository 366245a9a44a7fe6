import type { LinkPurpose } from '#shared/accounts/contract.ts'

/** The kind of the mail with a link of each purpose. Names stay as they are: they are stored with mails that are due. */
export const mailKindOf = {
  reset: 'password-reset',
  confirm: 'address-confirmation',
  change: 'address-change',
  invite: 'invitation',
  'sign-up': 'sign-up',
} as const satisfies Readonly<Record<LinkPurpose, string>>

/** The kind of the mail that tells an address that the account's password was set anew by a link. */
export const passwordResetMail = 'password-was-reset'

/** The kind of the mail that tells an address that it is no longer an account's. */
export const addressChangedMail = 'address-changed'
