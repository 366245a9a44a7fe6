import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import type { MailOut } from '#server/features/mail/public.ts'
import { giveReporterLink, hadReporterLink } from '#server/features/reporter-links/public.ts'
import { confirmAddress, type Contact, findContact } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { lockConversation } from './change-conversation.ts'
import { recordConversation } from './visitor-store.ts'
import { readConfirmToken } from './mails/confirm-mail.ts'
import { putHeldAnswers } from './mails/put-answer-mails.ts'
import { stillReceiver } from './mails/receiver.ts'

/**
 * Confirms the address that was left in a conversation, for who has the link that was mailed there: the answers that waited for that
 * are mailed, as are later ones, and what becomes of the bugs that were made of the conversation. A second press does nothing.
 * @throws AppError not-found for a link that was not made here, and once the address was taken back
 */
export async function confirmLeftAddress(tx: Tx, key: InstallationKey, out: MailOut, token: string): Promise<void> {
  const [conversationId = ''] = token.split('.')
  await lockConversation(tx, conversationId)
  // It may be another address by now, or one whose owner has ended these mails.
  const address = await readConfirmToken(tx, key, token)
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

const bugsOf: Prepared = {
  name: 'chat-bugs-of-contact',
  text: `select b.id from conversation_bugs c join bugs b on b.id = c.bug_id
    where c.conversation_id = $1 and b.created_by = $2 order by b.id`,
}

/** Has the person who is known by an address follow the bugs that were made of a conversation in their name. */
async function followBugs(tx: Tx, conversationId: string, address: string): Promise<void> {
  const contact = await findContact(tx, { email: address })
  if (!contact) return
  await confirmAddress(tx, contact.id)
  for (const { id } of await tx.prepared<{ id: string }>(bugsOf, [conversationId, contact.id])) {
    await followByMail(tx, id, contact)
  }
}

const isInOpenProduct: Prepared = {
  name: 'chat-bug-in-open-product',
  text: 'select from bugs b join products p on p.number = b.product_number where b.id = $1 and p.is_open',
}

/**
 * Has the reporter of a bug, whose address is confirmed, mailed a link to it, and from then on what becomes of it. Not where nobody
 * without an account may see it, nor a second time: an earlier link was ended by somebody.
 */
export async function followByMail(tx: Tx, bugId: string, reporter: Contact): Promise<void> {
  if ((await tx.prepared(isInOpenProduct, [bugId])).length === 0 || (await hadReporterLink(tx, bugId))) return
  await giveReporterLink(tx, bugId, reporter, null)
}
