import { type InstallationKey, readToken } from '#server/config/installation-key.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import type { MailOut } from '#server/features/mail/public.ts'
import { giveFirstLinks } from '#server/features/reporter-links/public.ts'
import { confirmAddress, findContact } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { lockConversation } from './change-conversation.ts'
import { recordConversation } from './visitor-store.ts'
import { addressConfirmedBy } from './mails/confirm-mail.ts'
import { putHeldAnswers } from './mails/put-answer-mails.ts'
import { stillReceiver } from './mails/receiver.ts'

/**
 * Confirms the address that was left in a conversation, for who has the link that was mailed there: the answers that waited for that
 * are mailed, as are later ones, and what becomes of the bugs that were made of the conversation. A second press does nothing.
 * @throws AppError not-found for a link that was not made here, and once the address was taken back
 */
export async function confirmLeftAddress(tx: Tx, key: InstallationKey, out: MailOut, token: string): Promise<void> {
  const { id: conversationId, secret } = readToken(token) ?? { id: '', secret: '' }
  // Bugs first, then conversations, as where a bug is closed.
  await tx.prepared(lockBugs, [conversationId])
  await lockConversation(tx, conversationId)
  // It may be another address by now, or one whose owner has ended these mails.
  const address = await addressConfirmedBy(tx, key, conversationId, secret)
  const confirmation = address && (await stillReceiver(tx, key, conversationId, { userId: null, address }))
  if (!confirmation) throw new AppError('not-found', 'This link can’t be used any more, or was cut off.')
  if (confirmation === 'confirmed') return
  await tx
    .updateTable('conversations')
    .set({ email_confirmed_on: new Date() })
    .where('id', '=', conversationId)
    .execute()
  await recordConversation(tx, conversationId, null, { what: 'reachable' })
  await putHeldAnswers(tx, key, out, conversationId)
  await followBugs(tx, conversationId, address)
}

const lockBugs: Prepared = {
  name: 'chat-lock-bugs-of-conversation',
  text: `select b.id from conversation_bugs c join bugs b on b.id = c.bug_id where c.conversation_id = $1
    order by b.id for no key update of b`,
}

const bugsOf: Prepared = {
  name: 'chat-bugs-of-conversation',
  text: 'select bug_id as id from conversation_bugs where conversation_id = $1',
}

/** Has the person who is known by an address follow the bugs that were made of a conversation in their name. */
async function followBugs(tx: Tx, conversationId: string, address: string): Promise<void> {
  const contact = await findContact(tx, { email: address })
  if (!contact) return
  await confirmAddress(tx, contact.id)
  const bugs = await tx.prepared<{ id: string }>(bugsOf, [conversationId])
  const ids = bugs.map(({ id }) => id)
  await giveFirstLinks(tx, ids, contact)
}
