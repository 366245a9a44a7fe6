import type { InstallationKey } from '#server/config/installation-key.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Db, Prepared, Tx } from '#server/db/database.ts'
import { lessLinks, mailBody, type MailKind, type MailOut, putMail } from '#server/features/mail/public.ts'
import { normalEmail } from '#server/features/users/public.ts'
import { routePatterns } from '#shared/site/screens.ts'
import { addressHashOf } from './ended-addresses.ts'
import { stillReceiver } from './receiver.ts'

/** Names stay as they are: they are stored with mails that are due. */
const confirmMailName = 'chat-confirm'

const askedLately: Prepared = {
  name: 'chat-asked-address-lately',
  text: `select from mails where kind = '${confirmMailName}' and lower(address) = $1
    and (created_on > now() - interval '24 hours' or subject_id = $2 and failed_on is null) limit 1`,
}

/**
 * Has the owner of a left address asked, once, whether the answers may be mailed there. One address is asked once in 24 hours, in
 * however many conversations it is left, and not again where it is taken back and left anew. The caller has locked the conversation.
 */
export async function askToConfirm(tx: Tx, conversationId: string, address: string): Promise<void> {
  // Another process may ask it for another conversation.
  await acquireAdvisoryLock(tx, 'answer mails')
  if ((await tx.prepared(askedLately, [normalEmail(address), conversationId])).length > 0) return
  await putMail(tx, { kind: confirmMailName, userId: null, address, subjectId: conversationId, isNews: true })
  await tx.updateTable('conversations').set({ email_asked_on: new Date() }).where('id', '=', conversationId).execute()
}

/** What the secret of a link is derived from. It works for as long as the address stands in the conversation. */
const secretOf = (conversationId: string, address: string) =>
  ['address left in a chat', `${conversationId}.${normalEmail(address)}`] as const

const leftAddress: Prepared = {
  name: 'chat-address-to-confirm',
  text: 'select email from conversations where id = $1',
}

/** Returns the address that the secret of a link confirms; undefined for one that was not made here, or whose address was taken back. */
export async function addressConfirmedBy(
  db: Db,
  key: InstallationKey,
  conversationId: string,
  secret: string,
): Promise<string | undefined> {
  const [row] = await db.prepared<{ email: string | null }>(leftAddress, [conversationId])
  if (!row || row.email === null) return undefined
  return key.isDerived(secret, ...secretOf(conversationId, row.email)) ? row.email : undefined
}

const unreadAnswer: Prepared = {
  name: 'chat-unread-answer',
  text: `select from conversations c join chat_lines l on l.conversation_id = c.id
    where c.id = $1 and l.seq > c.visitor_seen and l.sender = 'staff' limit 1`,
}

/** Returns whether there is an answer that the visitor has not read in the chat. */
const hasUnreadAnswer = async (db: Db, conversationId: string): Promise<boolean> =>
  (await db.prepared(unreadAnswer, [conversationId])).length > 0

const askAgain: Prepared = {
  name: 'chat-ask-again',
  text: `update conversations c set email_asked_on = null from mails m
    where m.id = $1 and c.id = m.subject_id and c.email = m.address and c.email_confirmed_on is null`,
}

/**
 * Writes the mail that says that the team has answered, and asks whether that may be mailed. It holds nothing of the conversation:
 * the address is whatever a visitor typed.
 */
export const confirmMail = (key: InstallationKey, out: MailOut): MailKind => ({
  name: confirmMailName,
  title: 'Question whether answers of the chat may be mailed',
  needsConfirmed: false,
  write: async (db, mail) => {
    const { subjectId: conversationId, address } = mail
    if (conversationId === null) return undefined
    const confirmation = await stillReceiver(db, key, conversationId, mail)
    if (confirmation === undefined || confirmation === 'confirmed') return undefined
    if (!(await hasUnreadAnswer(db, conversationId))) return undefined
    const secret = key.derive(...secretOf(conversationId, address))
    const page = out.linkTo(`${routePatterns.confirmChat}?token=${conversationId}.${secret}`)
    const links = lessLinks(key, out, { about: 'chat', conversationId, addressHash: addressHashOf(key, address) })
    if (!page || !links) return undefined
    const { productName } = out
    return {
      subject: `${productName} has an answer for you`,
      ...mailBody(productName, [
        { heading: 'The team has answered' },
        {
          paragraph: `Somebody asked something in the chat of ${productName} and left this address for the answer. Was that you? Then one press has the answer mailed to you, and what the team writes after it.`,
        },
        { button: 'Yes, mail me the answers', address: page },
        {
          small: `If it was somebody else, do nothing: you get no answer, and are not asked again in this chat.`,
          link: { text: 'Never ask me', address: links.page },
        },
      ]),
      unsubscribe: links.oneClick,
    }
  },
  // What nobody got is asked with the next answer.
  onUnsent: async (tx, { id }) => void (await tx.prepared(askAgain, [id])),
  onDropped: async (tx, { id, tries }) => {
    if (tries === 1) await tx.prepared(askAgain, [id])
  },
})
