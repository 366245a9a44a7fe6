import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import {
  lessLinks,
  mailBody,
  type MailBlock,
  type MailKind,
  type MailOut,
  replyAddressOf,
} from '#server/features/mail/public.ts'
import { addressHashOf } from './ended-addresses.ts'
import { stillReceiver } from './receiver.ts'

export const answerMailName = 'chat-answer'

/**
 * Writes the mail with the team's answers that a visitor has not read: nothing else of the conversation, which stands in the chat. A
 * left address gets it once its owner has confirmed it.
 */
export const answerMail = (key: InstallationKey, out: MailOut): MailKind => ({
  name: answerMailName,
  title: 'Answer in the chat',
  needsConfirmed: false,
  write: async (db, mail) => {
    const { subjectId: conversationId, detail, userId, createdOn } = mail
    const { from, through, since = createdOn.getTime() - 24 * 3_600_000 } = detail ?? {}
    if (conversationId === null || from === undefined || through === undefined) return undefined
    if ((await stillReceiver(db, key, conversationId, mail)) !== 'confirmed') return undefined
    const answers = await answersOf(db, conversationId, from, through, new Date(since))
    if (answers.length === 0) return undefined
    const links = lessLinks(key, out, {
      about: 'chat',
      conversationId,
      ...(userId === null && { addressHash: addressHashOf(key, mail.address) }),
    })
    const home = out.linkTo('/')
    const replyTo = await replyAddressOf(db, key, out, { userId, conversationId })
    const otherwise = replyTo === undefined ? 'To write back,' : 'Reply to this mail to answer, or'
    const { productName } = out
    return {
      subject: `An answer from ${productName}`,
      ...mailBody(productName, [
        { heading: answers.length === 1 ? 'You have an answer' : 'You have answers' },
        ...quotes(answers),
        {
          paragraph:
            userId === null
              ? `${otherwise} open ${productName} in the browser in which you asked: the chat stands there.`
              : `${otherwise} sign in to ${productName} and open the chat.`,
        },
        ...(home ? [{ button: userId === null ? `Open ${productName}` : 'Open the chat', address: home }] : []),
        {
          small:
            userId === null
              ? `You got this because this address was left in the chat of ${productName}, where the answer was not read yet.`
              : `You got this because you wrote in the chat of ${productName}, and have not read the answer there yet.`,
          ...(links && { link: { text: 'Get no more mails of this chat', address: links.page } }),
        },
      ]),
      ...(links && { unsubscribe: links.oneClick }),
      ...(replyTo !== undefined && { replyTo }),
    }
  },
})

interface Answer {
  readonly name: string
  readonly message: string
}

const unread: Prepared = {
  name: 'chat-answers-of-mail',
  // All of them, or none: a mail that is sent again says the same, also when part of it was read meanwhile.
  text: `select l.sender_name as name, l.message from conversations c join chat_lines l on l.conversation_id = c.id
    where c.id = $1 and l.seq between $2 and $3 and l.sender = 'staff' and c.visitor_seen < $3
      and l.sent_on > $4
    order by l.seq`,
}

/** Returns the answers of a mail; none once its last one was read. */
const answersOf = (db: Db, conversationId: string, from: number, through: number, since: Date) =>
  db.prepared<Answer>(unread, [conversationId, from, through, since])

/** Names who answered once for all that they said in a row. */
const quotes = (answers: readonly Answer[]): MailBlock[] =>
  answers.flatMap(({ name, message }, n) => [
    ...(answers[n - 1]?.name === name ? [] : [{ paragraph: `${name} wrote:` }]),
    { quote: message },
  ])
