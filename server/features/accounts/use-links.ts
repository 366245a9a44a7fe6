import type { Db } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { browserToken, insertSession } from '#server/features/auth/public.ts'
import { putMail } from '#server/features/mail/public.ts'
import {
  changeAddress,
  confirmAddress,
  hashPassword,
  insertUser,
  isEmailTaken,
  lockRoles,
  lockUser,
  ownAccount,
  refuseGuessable,
  storePassword,
} from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type * as contract from '#shared/accounts/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { newAccountRole } from '#shared/roles/words.ts'
import type { Site } from '#shared/site/contract.ts'
import { isMailAddress } from '#shared/users/contract.ts'
import { type AccountLink, type AccountLinks, endLinksOf, linkEnded, useLink } from './account-links.ts'
import { isOfDomains, renewableLink } from './ask-for-mail.ts'
import type { MailLimits } from './limits.ts'
import { addressChangedMail, passwordResetMail } from './mail-names.ts'
import { isMakerAllowed } from './maker-rights.ts'

/** Returns the account that a link is about; undefined where it has another address by now, or nobody may log in to it. */
export function accountOfLink(db: Db, { purpose, email, userId }: AccountLink) {
  if (purpose === 'change') return ownAccount(db, { id: userId ?? '' })
  return ownAccount(db, { email, id: userId ?? undefined })
}

/** Returns whether a link could be used by somebody who holds it. */
async function isUsable(db: Db, link: AccountLink, site: Pick<Site, 'signUp' | 'signUpDomains'>): Promise<boolean> {
  const isNew = link.purpose === 'invite' || link.purpose === 'sign-up'
  return (await isPermitted(db, link, site)) && !(isNew && (await isEmailTaken(db, link.email)))
}

/** Returns whether what a link does is still allowed: by the settings, to who made it, and for its account. */
export async function isPermitted(
  db: Db,
  link: AccountLink,
  site: Pick<Site, 'signUp' | 'signUpDomains'>,
): Promise<boolean> {
  if (link.purpose === 'sign-up') return isOfDomains(link.email, site)
  if (link.purpose === 'invite') return site.signUp !== 'closed' && isMakerAllowed(db, link)
  const account = await accountOfLink(db, link)
  return account !== undefined && (link.purpose !== 'reset' || isMakerAllowed(db, link, account.id))
}

/** Says what a link is for, so that its page can ask for it. */
export async function checkLink(
  { body }: Call<typeof contract.checkLink>,
  db: Db,
  links: AccountLinks,
  site: Pick<Site, 'signUp' | 'signUpDomains'>,
): Promise<ReplyOf<typeof contract.checkLink>> {
  const link = await links.open(db, body.token)
  if (!link) return { result: null, isRenewable: (await renewableLink(db, links, body.token)) !== undefined }
  if (!(await isUsable(db, link, site))) return { result: null, isRenewable: false }
  const { purpose, email, expiresOn } = link
  return { result: { purpose, email, expiresOn: expiresOn.toISOString() }, isRenewable: false }
}

/**
 * Sets a new password with a link and ends all sessions. Whoever got the link by mail has confirmed their address by it.
 * @throws AppError as `linkEnded`; invalid-input for a password that is easy to guess
 */
export async function resetPassword(
  { body, address }: Call<typeof contract.resetPassword>,
  db: Db,
  inTx: InTx,
  links: AccountLinks,
  limits: MailLimits,
) {
  const link = await links.open(db, body.token)
  if (link?.purpose !== 'reset') throw linkEnded()
  const account = await accountOfLink(db, link)
  if (!account) throw linkEnded()
  await limits.linkUse(address)
  refuseGuessable(body.password, account)
  const passwordHash = await hashPassword(body.password)
  await inTx(async (tx) => {
    // Nobody's rights change between the question and the answer.
    if (link.madeBy !== null) await lockRoles(tx)
    await lockUser(tx, account.id)
    await useLink(tx, link.id)
    const now = await accountOfLink(tx, link)
    if (now?.id !== account.id || !(await isMakerAllowed(tx, link, account.id))) throw linkEnded()
    await storePassword(tx, account.id, passwordHash, { actorId: account.id, how: 'link' })
    if (link.way === 'mailed') await confirmAddress(tx, account.id)
    if (isMailAddress(account.email))
      await putMail(tx, { kind: passwordResetMail, userId: account.id, address: account.email, subjectId: account.id })
  })
  return { isAccepted: true as const }
}

/**
 * Confirms the caller's address with the link that was mailed there. A new one becomes the account's, and the old one is told. The
 * mail alone doesn't do: a stranger can have made an account with somebody's address, and whoever mistyped their new address
 * would hand the account over.
 * @throws AppError as `linkEnded`, also to another account than the link's; email-taken when another account has the new one
 */
export async function confirmEmail(
  { body, actor }: Call<typeof contract.confirmEmail>,
  db: Db,
  inTx: InTx,
  links: AccountLinks,
) {
  const link = await links.open(db, body.token)
  const { userId } = actor
  if (!link || link.userId !== userId || link.way !== 'mailed') throw linkEnded()
  if (link.purpose !== 'confirm' && link.purpose !== 'change') throw linkEnded()
  await inTx(async (tx) => {
    const { email: old } = await lockUser(tx, userId)
    await useLink(tx, link.id)
    if (!(await accountOfLink(tx, link))) throw linkEnded()
    if (link.purpose === 'confirm') return confirmAddress(tx, userId)
    await changeAddress(tx, userId, link.email)
    await endLinksOf(tx, userId, old)
    if (isMailAddress(old))
      await putMail(tx, { kind: addressChangedMail, userId: null, address: old, subjectId: userId })
  })
  return { email: link.email }
}

/**
 * Creates the account of an invitation or a sign-up with its link, and signs it in. An address to which the link was mailed
 * is confirmed by it.
 * @throws AppError as `linkEnded`, also when an account has the address by now; too-many-requests
 */
export async function acceptInvitation(
  call: Call<typeof contract.acceptInvitation>,
  db: Db,
  inTx: InTx,
  links: AccountLinks,
  site: Pick<Site, 'signUp' | 'signUpDomains'>,
  limits: MailLimits,
) {
  if (call.actor) throw new AppError('already-signed-in', 'Log out before creating another account.')
  const { token, password, ...names } = call.body
  const link = await links.open(db, token)
  if (!link || (link.purpose !== 'invite' && link.purpose !== 'sign-up')) throw linkEnded()
  if (!(await isUsable(db, link, site))) throw linkEnded()
  await limits.linkUse(call.address)
  const person = { ...names, email: link.email }
  refuseGuessable(password, person)
  const passwordHash = await hashPassword(password)
  const startSession = await inTx(async (tx) => {
    await lockRoles(tx)
    await useLink(tx, link.id)
    if (!(await isUsable(tx, link, site))) throw linkEnded()
    const isInvited = link.purpose === 'invite'
    const given = await tx.selectFrom('invitation_roles').select('role').where('link_id', '=', link.id).execute()
    const roles = isInvited ? given.map(({ role }) => role) : [newAccountRole]
    const userId = await insertUser(tx, { ...person, passwordHash, roles }, isInvited ? 'invitation' : 'sign-up')
    if (link.way === 'mailed') await confirmAddress(tx, userId)
    return insertSession(tx, userId, call.userAgent)
  })
  return { startSession, browserToken: browserToken(passwordHash), reply: { name: names.fullName } }
}
