import type { Db, Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { putMail } from '#server/features/mail/public.ts'
import { isSession } from '#server/features/auth/public.ts'
import {
  confirmPassword,
  lockUser,
  normalEmail,
  noteConfirmationAsked,
  ownAccount,
  type PasswordChecks,
} from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type * as contract from '#shared/accounts/contract.ts'
import { isMailAddress } from '#shared/users/contract.ts'
import { type Site } from '#shared/site/contract.ts'
import { type AccountLink, type AccountLinks, insertLink } from './account-links.ts'
import type { MailLimits } from './limits.ts'
import { mailKindOf } from './mail-names.ts'

const accepted = { isAccepted: true } as const

/**
 * Has a mail with a link sent to an address. What is stored is the same for each address: whether there is such an account
 * is asked when the mail is written.
 */
async function askByAddress(tx: Tx, purpose: 'reset' | 'sign-up', email: string): Promise<void> {
  const link = await insertLink(tx, { purpose, email, userId: null, madeBy: null })
  await putMail(tx, {
    kind: mailKindOf[purpose],
    userId: null,
    address: email,
    subjectId: link.id,
    expiresOn: link.expiresOn,
  })
}

/** Has a link mailed to one's own address, or to one's new one. */
export async function askToConfirm(
  tx: Tx,
  purpose: 'confirm' | 'change',
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  if (purpose === 'confirm') await noteConfirmationAsked(tx, user.id)
  await putConfirmation(tx, purpose, user)
}

/** Asks somebody who was never asked, and whose address mail can be sent to. */
export async function askToConfirmOnce(tx: Tx, user: { readonly id: string; readonly email: string }): Promise<void> {
  if (isMailAddress(user.email) && (await noteConfirmationAsked(tx, user.id)))
    await putConfirmation(tx, 'confirm', user)
}

async function putConfirmation(
  tx: Tx,
  purpose: 'confirm' | 'change',
  user: { readonly id: string; readonly email: string },
): Promise<void> {
  const link = await insertLink(tx, { purpose, email: user.email, userId: user.id, madeBy: null })
  await putMail(tx, {
    kind: mailKindOf[purpose],
    // The new address is nobody's yet.
    userId: purpose === 'confirm' ? user.id : null,
    address: user.email,
    subjectId: link.id,
    expiresOn: link.expiresOn,
  })
}

/** Answers alike, after the same work, whether an account has the address. */
export async function forgotPassword(call: Call<typeof contract.forgotPassword>, inTx: InTx, limits: MailLimits) {
  await limits.stranger(call.address)
  const email = normalEmail(call.body.email)
  if (await limits.isAllowed('reset', email)) await inTx((tx) => askByAddress(tx, 'reset', email))
  return accepted
}

/**
 * Returns the link for a new password that had its time, for as long as its row is kept. It can be renewed by whoever holds it,
 * also where an administrator handed it over: the new one goes to the account's address alone.
 */
export async function renewableLink(db: Db, links: AccountLinks, token: string): Promise<AccountLink | undefined> {
  const link = await links.openExpired(db, token)
  return link?.purpose === 'reset' && isMailAddress(link.email) ? link : undefined
}

/** Has a new link mailed in place of one that had its time. Answers alike for any token, and counts as `forgotPassword`. */
export async function renewResetLink(
  call: Call<typeof contract.renewResetLink>,
  db: Db,
  inTx: InTx,
  links: AccountLinks,
  limits: MailLimits,
) {
  await limits.stranger(call.address)
  const link = await renewableLink(db, links, call.body.token)
  if (link && (await limits.isAllowed('reset', link.email))) await inTx((tx) => askByAddress(tx, 'reset', link.email))
  return accepted
}

/**
 * Has whoever reads the mail of an address in a named domain make an account. Answers alike whether they have one.
 * @throws AppError forbidden where sign-up is otherwise; invalid-input for an address of another domain
 */
export async function signUp(
  call: Call<typeof contract.signUp>,
  inTx: InTx,
  limits: MailLimits,
  site: Pick<Site, 'signUp' | 'signUpDomains'>,
) {
  if (site.signUp !== 'domains') throw new AppError('forbidden', 'Sign-up by mail is closed; see `signUp` of the site.')
  const email = normalEmail(call.body.email)
  if (!isOfDomains(email, site))
    throw new AppError('invalid-input', `email must be an address of ${site.signUpDomains.join(' or ')}`, {
      field: 'email',
    })
  await limits.stranger(call.address)
  if (await limits.isAllowed('sign-up', email)) await inTx((tx) => askByAddress(tx, 'sign-up', email))
  return accepted
}

/** Returns whether people with this address may sign up. */
export function isOfDomains(email: string, { signUp: mode, signUpDomains }: Pick<Site, 'signUp' | 'signUpDomains'>) {
  return mode === 'domains' && signUpDomains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/** Counts a mail that a person has sent to an address. @throws AppError too-many-requests */
export async function limitPerson(
  limits: MailLimits,
  purpose: 'confirm' | 'change' | 'invite',
  userId: string,
  email: string,
): Promise<void> {
  await limits.person(userId)
  if (!(await limits.isAllowed(purpose === 'change' ? `change:${userId}` : purpose, email)))
    throw new AppError('too-many-requests', 'This address was sent several links already; use the last one, or wait.', {
      retryAfterSeconds: 1800,
    })
}

/** @throws AppError forbidden for the demo account */
async function callersAccount(db: Db, userId: string) {
  const account = await ownAccount(db, { id: userId })
  if (account) return account
  throw new AppError('forbidden', 'The address of the demo account is locked, because everybody shares it.')
}

/** Has the caller's address confirmed; nothing where it is, and no server has refused it since. */
export async function askToConfirmEmail(
  { actor }: Call<typeof contract.askToConfirmEmail>,
  db: Db,
  inTx: InTx,
  limits: MailLimits,
) {
  const account = await callersAccount(db, actor.userId)
  if (account.isEmailConfirmed) return accepted
  await limitPerson(limits, 'confirm', account.id, account.email)
  await inTx((tx) => askToConfirm(tx, 'confirm', account))
  return accepted
}

/** Has the caller's new address confirmed; until then the old one counts. */
export async function changeEmail(
  { actor, body }: Call<typeof contract.changeEmail>,
  db: Db,
  inTx: InTx,
  limits: MailLimits,
  checks: PasswordChecks,
) {
  const account = await callersAccount(db, actor.userId)
  const email = normalEmail(body.email)
  if (email === account.email) throw new AppError('invalid-input', 'email is yours already', { field: 'email' })
  await confirmPassword(db, actor, body.currentPassword, checks)
  await limitPerson(limits, 'change', account.id, email)
  await inTx(async (tx) => {
    await lockUser(tx, account.id)
    // A new password since then has ended the session, and all such links.
    if (!(await isSession(tx, actor.sessionHash)))
      throw new AppError('not-signed-in', 'The session has ended meanwhile; log in again.')
    await tx
      .updateTable('account_links')
      .set({ ended_on: new Date() })
      .where('user_id', '=', account.id)
      .where('purpose', '=', 'change')
      .where('used_on', 'is', null)
      .execute()
    await askToConfirm(tx, 'change', { id: account.id, email })
  })
  return accepted
}
