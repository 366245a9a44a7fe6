import type { InstallationKey } from '#server/config/installation-key.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Db, Prepared, Tx } from '#server/db/database.ts'
import {
  lessLinks,
  mailBody,
  type MailBlock,
  type MailKind,
  type MailOut,
  putMail,
} from '#server/features/mail/public.ts'
import { normalEmail } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { transcriptPauseMinutes } from '#shared/chat/words.ts'
import { addressHashOf } from './ended-addresses.ts'
import { type Receiver, stillReceiver } from './receiver.ts'

/** Names stay as they are: they are stored with mails that are due. */
const transcriptName = 'chat-transcript'

/** Most messages of one mail: the last ones. */
const mostMessages = 300

const sentLately: Prepared = {
  name: 'chat-transcript-lately',
  text: `select from mails where kind = '${transcriptName}' and created_on > now() - interval '${transcriptPauseMinutes} minutes'
    and (subject_id = $1 or lower(address) = $2) limit 1`,
}

const addresses: Prepared = {
  name: 'chat-transcript-addresses',
  // As `receiverOf` says, but for what only the key of the installation tells, which is asked when the mail is written.
  text: `select c.user_id as "userId", c.email as left, c.email_confirmed_on is not null as "isConfirmed", c.last_seq as last,
      case when u.email_confirmed_on is not null and u.email_refused_on is null then u.email end as own
    from conversations c left join users u on u.id = c.user_id where c.id = $1 and c.blocked_on is null for no key update of c`,
}

/** @throws AppError conflict where no mail is sent */
export function refuseWithoutMail(sendsMail: boolean): void {
  if (!sendsMail) throw new AppError('conflict', 'No mail goes out here; an administrator can set a mail server up.')
}

/**
 * Has a conversation mailed to its visitor: to their account’s confirmed address, else to the one that they left.
 * @param askedBy the visitor, whose own words an address that nobody has confirmed is not sent, else anybody could have a stranger
 *   mailed anything; or staff, who have read them
 * @throws AppError conflict without an address; too-many-requests for a second one soon, also to the same address
 */
export async function putTranscript(tx: Tx, conversationId: string, askedBy: 'visitor' | 'staff'): Promise<void> {
  const [known] = await tx.prepared<Known>(addresses, [conversationId])
  const receiver = known && receiverAmong(known)
  if (!receiver) throw new AppError('conflict', 'There is no address to which it could be mailed: leave one first.')
  // Another process may put one for another conversation with this address.
  await acquireAdvisoryLock(tx, 'answer mails')
  if ((await tx.prepared(sentLately, [conversationId, normalEmail(receiver.address)])).length > 0)
    throw new AppError(
      'too-many-requests',
      `It was mailed just now; ${transcriptPauseMinutes} minutes later it can be again.`,
      { retryAfterSeconds: transcriptPauseMinutes * 60 },
    )
  const isWhole = receiver.userId !== null || known.isConfirmed || askedBy === 'staff'
  await putMail(tx, {
    ...receiver,
    kind: transcriptName,
    subjectId: conversationId,
    detail: { through: known.last, isWhole: Number(isWhole) },
  })
}

interface Known {
  readonly userId: string | null
  readonly left: string | null
  /** Of the left address. */
  readonly isConfirmed: boolean
  readonly own: string | null
  readonly last: number
}

function receiverAmong({ userId, left, own }: Known): Receiver | undefined {
  if (userId !== null && own !== null) return { userId, address: own }
  return left === null ? undefined : { userId: null, address: left }
}

interface Said {
  readonly from: 'visitor' | 'staff' | 'product'
  readonly name: string
  readonly message: string
}

const messagesUntil: Prepared = {
  name: 'chat-transcript-messages',
  text: `select * from (select l.seq, l.sender as "from", l.sender_name as name, l.message from chat_lines l
      where l.conversation_id = $1 and l.seq <= $2 and ($3::boolean or l.sender = 'staff') order by l.seq desc limit $4) as said
    order by seq`,
}

/** Writes the mail with a conversation: what its visitor sees of it. */
export const transcriptMail = (key: InstallationKey, out: MailOut): MailKind => ({
  name: transcriptName,
  title: 'Transcript of a chat',
  needsConfirmed: false,
  write: async (db, mail) => {
    const { subjectId: conversationId, detail, userId } = mail
    if (conversationId === null || !detail) return undefined
    if ((await stillReceiver(db, key, conversationId, mail)) === undefined) return undefined
    const isWhole = detail['isWhole'] === 1
    const said = await saidUntil(db, conversationId, detail['through'] ?? 0, isWhole)
    if (said.length === 0) return undefined
    const links = lessLinks(key, out, {
      about: 'chat',
      conversationId,
      ...(userId === null && { addressHash: addressHashOf(key, mail.address) }),
    })
    return {
      subject: `Your chat with ${out.productName}`,
      ...mailBody(out.productName, [
        { heading: `Your chat with ${out.productName}` },
        ...(isWhole
          ? []
          : [
              {
                paragraph:
                  'What the team wrote. Your own words are left out, because nobody has confirmed this address.',
              },
            ]),
        ...quotes(said),
        {
          small: `You got this because it was asked for in the chat of ${out.productName}.`,
          ...(links && { link: { text: 'Get no more mails of this chat', address: links.page } }),
        },
      ]),
      ...(links && { unsubscribe: links.oneClick }),
    }
  },
})

const saidUntil = (db: Db, conversationId: string, through: number, isWhole: boolean) =>
  db.prepared<Said>(messagesUntil, [conversationId, through, isWhole, mostMessages])

/** Names who wrote once for all that they said in a row. */
const quotes = (said: readonly Said[]): MailBlock[] =>
  said.flatMap(({ from, name, message }, n) => {
    const before = said[n - 1]
    if (from === 'product') return [{ paragraph: message }]
    const isSame = before?.from === from && before.name === name
    return [...(isSame ? [] : [{ paragraph: `${name} wrote:` }]), { quote: message }]
  })
