import type { Db } from '#server/db/database.ts'
import { isLeftAddress } from '#server/features/chat/public.ts'
import { mailOfMessageId, type ReplyAddress, replyAddressById } from '#server/features/mail/public.ts'
import { findContact, mayBeMailed, normalEmail } from '#server/features/users/public.ts'
import type { DroppedReason, HeldReason } from '#shared/mail-in/words.ts'
import type { MailInNeeds, ParsedMail } from './mail-in.ts'
import { ownAddressOf } from './own-addresses.ts'
import type { MailReader, MailWithWords } from './read/mail-reader.ts'
import { isTaken, type KnownFacts, type Received, takenLately } from './received-store.ts'
import { machineReason } from './machine-mail.ts'

/** Mails of one sender that are taken within an hour. */
const mostAnHour = 20
/** How often a mail is looked at whose sender could not be checked, because name servers did not answer. */
const mostChecks = 5

/** What is to be done with a mail. */
export type Judgement = { readonly facts: KnownFacts } & (
  | { readonly is: 'held'; readonly reason: HeldReason }
  | { readonly is: 'dropped'; readonly reason: DroppedReason; readonly read: MailWithWords }
  | { readonly is: 'later' }
  | { readonly is: 'answer'; readonly read: MailWithWords; readonly reply: ReplyAddress }
  | { readonly is: 'new'; readonly mail: ParsedMail }
)

/**
 * Judges a mail, which only reads. Whoever knows an address for answers writes there only as whom it was made for, and only with a mail
 * that shows where it comes from: the address alone is no password, because mails are passed on.
 * @param isAccepted an administrator takes it whatever speaks against its sender
 */
export async function judgeMail(
  needs: MailInNeeds,
  reader: MailReader,
  received: Received,
  isAccepted = false,
): Promise<Judgement> {
  const { db, key, settings } = needs
  const read = settings && (await reader.read(received.raw))
  if (!settings || !read) return { is: 'held', reason: 'unreadable', facts: {} }
  const { mail } = read
  const [author, ...others] = mail.from
  const from = author?.address.toLowerCase() ?? ''
  const facts = { messageId: mail.messageId, fromAddress: from || null, subject: mail.subject }
  const hold = (reason: HeldReason, more: KnownFacts = {}): Judgement => ({
    is: 'held',
    reason,
    facts: { ...facts, ...more },
  })

  const isOwn =
    [settings.address, needs.sender?.toLowerCase()].includes(from) ||
    (mail.messageId !== null && mailOfMessageId(key, mail.messageId) !== undefined)
  const robot = machineReason({
    ...{ headers: mail.headers, from, isOwn, isReport: mail.report !== undefined },
    envelopeFrom: received.envelope.from,
  })
  if (robot && !isAccepted) return { is: 'dropped', reason: robot, facts, read }
  if (!author || others.length > 0) return hold('sender-unclear')

  const known = { key, address: settings.address, sender: needs.sender }
  const ownOf = (addresses: readonly string[]) =>
    addresses.flatMap((address) => {
      const own = ownAddressOf(address, known)
      return own ? [{ ...own, address }] : []
    })
  const all = ownOf([...received.envelope.to, ...mail.delivered, ...mail.addressed])
  const replies = [...new Set(all.flatMap((own) => (own.is === 'reply' ? [own.replyId] : [])))]
  const { raw, envelope, cameBy } = received
  const check = () => reader.check({ raw, envelope, cameBy, headers: mail.headers, from }, settings)
  if (replies.length === 0) {
    const authenticity = needs.handleNewMail ? await check() : 'not-authentic'
    if (authenticity === 'unknown' && received.tries < mostChecks) return { is: 'later', facts }
    const to = [...new Set(all.map(({ address }) => address.toLowerCase()))]
    const { messageId, subject, files: attachments } = mail
    const isAuthentic = authenticity === 'authentic'
    const parsed = {
      messageId,
      from: { ...author, address: from },
      to,
      subject,
      text: read.words,
      attachments,
      isAuthentic,
    }
    return { is: 'new', facts, mail: { ...parsed, receivedId: received.id, receivedOn: received.receivedOn } }
  }
  if (replies.length > 1) return hold('several-addresses')
  const reply = replies[0] === undefined ? undefined : await replyAddressById(db, replies[0])
  if (!reply) return hold('unknown-address')
  const named = { replyAddressId: reply.id }
  if (!isAccepted) {
    const isAddressed = ownOf(mail.addressed).some((own) => own.is === 'reply' && own.replyId === reply.id)
    if (!isAddressed) return hold('not-addressed', named)
    if (!(await isHolder(db, reply, from))) return hold('other-sender', named)
    const authenticity = await check()
    if (authenticity === 'unknown' && received.tries < mostChecks) return { is: 'later', facts: { ...facts, ...named } }
    if (authenticity !== 'authentic') return hold(authenticity === 'unknown' ? 'not-checked' : 'not-authentic', named)
    if (mail.messageId !== null && (await isTaken(db, mail.messageId, from))) return hold('same-id', named)
    if ((await takenLately(db, from)) >= mostAnHour) return hold('too-many', named)
  }
  if (read.words === '' && mail.files.length === 0) return hold('empty', named)
  return { is: 'answer', facts: { ...facts, ...named }, read, reply }
}

/**
 * An account's address is the one that its owner has confirmed, now, and so is that of a reporter without an account; that of a visitor
 * the one that they left, now.
 */
async function isHolder(db: Db, reply: ReplyAddress, from: string): Promise<boolean> {
  if (reply.userId !== null) {
    const contact = await findContact(db, { id: reply.userId })
    if (contact) return contact.isConfirmed && contact.address === normalEmail(from)
    return mayBeMailed(db, reply.userId, from, true)
  }
  return isLeftAddress(db, reply.conversationId ?? '', from)
}
