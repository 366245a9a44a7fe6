import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { lockRoles, lockUser, ownAccount } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type * as contract from '#shared/accounts/contract.ts'
import { type AccountLinks, insertLink } from './account-links.ts'
import { mayReset } from './maker-rights.ts'

/**
 * Makes a link by which somebody else chooses a new password, for installations without mail.
 * @throws AppError not-found; forbidden for oneself, for somebody with more rights than the editor, for a deactivated person
 * and for the demo account
 */
export async function makeResetLink(
  { actor, params }: Call<typeof contract.makeResetLink>,
  tx: Tx,
  links: AccountLinks,
): Promise<{ path: string; expiresOn: string }> {
  await lockRoles(tx)
  const user = await lockUser(tx, params.userId)
  // An unattended browser must not be the way around the current password.
  if (user.id === actor.userId) throw new AppError('forbidden', 'Change your own password on your profile.')
  if (!(await mayReset(tx, actor, user.id)))
    throw new AppError('forbidden', 'Somebody with more rights than yours keeps their password.')
  const account = await ownAccount(tx, { id: user.id })
  if (!account)
    throw new AppError(
      'forbidden',
      user.isDemo ? 'Demo account password is locked.' : 'A deactivated person needs no password.',
    )
  const link = await insertLink(tx, {
    purpose: 'reset',
    email: account.email,
    userId: account.id,
    madeBy: actor.userId,
  })
  await recordEvent(tx, { type: 'user-reset-link-made', subjectId: user.id, actorId: actor.userId, payload: {} })
  return { path: links.pathOf(link, 'copied'), expiresOn: link.expiresOn.toISOString() }
}
