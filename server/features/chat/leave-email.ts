import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { revokeReplyAddresses } from '#server/features/mail/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { isRegistrableEmail } from '#shared/users/contract.ts'
import { sql } from 'kysely'
import { conversationState } from './conversation-state.ts'
import { endAddress } from './mails/ended-addresses.ts'
import { recordConversation } from './visitor-store.ts'

/** Nobody has been asked about an address that was just left. */
const unasked = { email_asked_on: null, email_confirmed_on: null } as const

/**
 * Stores an address at which the visitor can be reached, or removes it when it is empty.
 * @throws AppError invalid-input when it is not an address
 */
export async function leaveEmail(
  tx: Tx,
  conversationId: string,
  actor: Actor | null,
  given: string,
): Promise<{ canBeReached: boolean }> {
  const email = given.trim()
  if (email !== '' && (!isRegistrableEmail(email) || /\s/.test(email))) {
    throw new AppError('invalid-input', 'That is no e-mail address; it looks like name@example.com.', {
      field: 'email',
    })
  }
  const left = email === '' ? null : email
  const changed = await tx
    .updateTable('conversations')
    // Whoever leaves an address wants mail again. One whose owner ended it gets none, which the visitor is not told.
    .set({ ...unasked, email: left, ...(left !== null && { mail_ended_on: null }) })
    .where('id', '=', conversationId)
    .where((where) =>
      where.or([
        where('email', 'is distinct from', left),
        ...(left === null ? [] : [where('mail_ended_on', 'is not', null)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (changed) {
    // Who has the address that was left before writes here no more.
    await revokeReplyAddresses(tx, { conversationId })
    await recordConversation(tx, conversationId, actor?.userId ?? null, { what: 'reachable' })
  }
  return { canBeReached: (await conversationState(tx, conversationId))?.canBeReached ?? false }
}

/**
 * Ends the mails of a conversation, to its visitor's account too, and removes the address that they left: for who asks by the link
 * of such a mail. Where it is so already, nothing changes.
 * @param addressHash of the address that got the mail, where that was left: it is mailed no conversation any more
 */
export async function endConversationMail(
  tx: Tx,
  { conversationId, addressHash }: { readonly conversationId: string; readonly addressHash?: string },
): Promise<void> {
  if (addressHash !== undefined) await endAddress(tx, addressHash)
  await revokeReplyAddresses(tx, { conversationId })
  const changed = await tx
    .updateTable('conversations')
    .set({ ...unasked, email: null, mail_ended_on: sql`coalesce(mail_ended_on, now())` })
    .where('id', '=', conversationId)
    .where((where) => where.or([where('email', 'is not', null), where('mail_ended_on', 'is', null)]))
    .returning('id')
    .executeTakeFirst()
  if (changed) await recordConversation(tx, conversationId, null, { what: 'reachable' })
}
