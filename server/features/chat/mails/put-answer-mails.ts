import type { InstallationKey } from '#server/config/installation-key.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Db, Prepared, Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { keepReplyAddress, type MailOut, putMail } from '#server/features/mail/public.ts'
import { normalEmail } from '#server/features/users/public.ts'
import { openPagesOf } from '#server/features/open-pages/public.ts'
import type { Job } from '#server/jobs/job.ts'
import { answerMailName } from './answer-mail.ts'
import { askToConfirm } from './confirm-mail.ts'
import { type Receiver, receiverOf } from './receiver.ts'

/** Minutes that an answer waits to be read in the chat, and while its reader has a page open. */
const waitMinutes = 2
const waitMinutesWithPage = 10
/** Minutes between two mails of one conversation, and between two to one left address. */
const pauseMinutes = 10
/** Most answers that one mail holds. */
const mostAnswers = 50

// What is older was answered while no mail went out: nobody gets it when mail is switched on.
const isAnswer = `l.sender = 'staff' and l.sent_on > now() - interval '24 hours'`

/** What is after this place was neither read nor mailed. */
const known = 'greatest(c.visitor_seen, c.mailed_seq)'

/** One waits to be sent, or was sent just now. */
const isLately = `m.kind = '${answerMailName}' and (m.sent_on is null and m.failed_on is null
  or coalesce(m.sent_on, m.created_on) > now() - interval '${pauseMinutes} minutes')`

const isMailedLately = `exists (select from mails m where m.subject_id = c.id and ${isLately})`

const columns =
  'id, user_id, email, email_asked_on, email_confirmed_on, visitor_seen, mailed_seq, last_seq, blocked_on, mail_ended_on'
const lately = `now() - interval '24 hours'`

/**
 * Conversations of which an answer waits for long enough. Those with a message of the last 24 hours are found by the indexes of the
 * inbox, in three parts, so that a message writes no further one: a message of the visitor's ends no waiting for the mail.
 */
const waiting: Prepared = {
  name: 'chat-answers-to-mail',
  text: `select c.id, c.user_id as "userId", answer.sent_on <= now() - interval '${waitMinutesWithPage} minutes' as "waitsLong"
    from (
      select ${columns} from conversations
        where closed_on is null and last_seq > 0 and waiting_since is null and last_line_on > ${lately}
      union all
      select ${columns} from conversations where closed_on is null and last_seq > 0 and waiting_since > ${lately}
      union all
      select ${columns} from conversations
        where closed_on is not null and last_seq > 0 and waiting_since is null and last_line_on > ${lately}
    ) c left join users u on u.id = c.user_id cross join lateral (
      select min(l.sent_on) as sent_on from chat_lines l where l.conversation_id = c.id and l.seq > ${known} and ${isAnswer}
    ) answer
    where c.last_seq > ${known}
      and (u.email_confirmed_on is not null or c.email is not null and (c.email_confirmed_on is not null or c.email_asked_on is null))
      and c.blocked_on is null and c.mail_ended_on is null
      and answer.sent_on <= now() - interval '${waitMinutes} minutes' and not ${isMailedLately}
    order by c.id`,
}

const lock: Prepared = {
  name: 'chat-lock-to-mail',
  text: 'select id from conversations where id = $1 for no key update',
}

/** The answers that one mail says, at most so many. */
const due: Prepared = {
  name: 'chat-answers-due',
  text: `select min(seq) as "from", max(seq) as through from (
      select l.seq, l.sent_on from conversations c join chat_lines l on l.conversation_id = c.id
      where c.id = $1 and l.seq > ${known} and ${isAnswer} and not ${isMailedLately}
      order by l.seq limit ${mostAnswers}
    ) answers having min(sent_on) <= now() - $2 * interval '1 minute'`,
}

/** Of all conversations: one address may be left in many, by people who don't own it. */
const toAddressLately: Prepared = {
  name: 'chat-mails-to-address',
  text: `select from mails m where lower(m.address) = $1 and m.user_id is null and ${isLately} limit 1`,
}

/**
 * Puts a mail for each visitor who has not read the team's answers; to a left address that nobody has confirmed one that asks for that.
 * Which answers it says is decided and stored with it, so that it says the same whenever it is sent, and no later one says them again.
 */
async function putAnswerMails(
  db: Db,
  inTx: InTx,
  key: InstallationKey,
  out: MailOut,
  stop: AbortSignal,
): Promise<void> {
  const state = await out.state(db)
  if (state !== 'ready' && state !== 'held') return
  const found = await db.prepared<{ id: string; userId: string | null; waitsLong: boolean }>(waiting, [])
  const pages = await openPagesOf(
    db,
    found.flatMap(({ id, userId }) => (userId === null ? [id] : [id, userId])),
  )
  const isOpen = (who: string | null) => who !== null && pages.get(who)?.isOpen === true
  for (const { id, userId, waitsLong } of found) {
    if (stop.aborted) return
    const hasPage = isOpen(id) || isOpen(userId)
    if (hasPage && !waitsLong) continue
    await inTx((tx) => putAnswerMail(tx, key, out, id, hasPage ? waitMinutesWithPage : waitMinutes))
  }
}

async function putAnswerMail(
  tx: Tx,
  key: InstallationKey,
  out: MailOut,
  conversationId: string,
  minutes: number,
): Promise<void> {
  // Everything is read anew behind the lock: another process may have put this mail, or the visitor read the answers.
  await tx.prepared(lock, [conversationId])
  const [answers] = await tx.prepared<Answers>(due, [conversationId, minutes])
  const found = answers && (await receiverOf(tx, key, conversationId))
  if (!found || found.confirmation === 'asked') return
  const { receiver, confirmation } = found
  if (confirmation === 'none') return askToConfirm(tx, conversationId, receiver.address)
  if (receiver.userId === null && (await isAddressMailedLately(tx, receiver.address))) return
  await putAnswers(tx, out, conversationId, receiver, answers)
}

/** By their places in the conversation. */
interface Answers {
  readonly from: number
  readonly through: number
  /** When the first one was given at the earliest, in milliseconds since 1970; absent: 24 hours ago. */
  readonly since?: number
}

async function putAnswers(
  tx: Tx,
  out: MailOut,
  conversationId: string,
  receiver: Receiver,
  answers: Answers,
): Promise<void> {
  await keepReplyAddress(tx, out, { userId: receiver.userId, conversationId })
  await putMail(tx, {
    ...receiver,
    kind: answerMailName,
    subjectId: conversationId,
    isNews: true,
    detail: { ...answers },
  })
  await tx.updateTable('conversations').set({ mailed_seq: answers.through }).where('id', '=', conversationId).execute()
}

/** What the team has answered since shortly before the left address was asked, however long ago that is. */
const held: Prepared = {
  name: 'chat-answers-held',
  text: `select min(seq) as "from", max(seq) as through, floor(extract(epoch from min(sent_on)) * 1000)::float8 - 1 as since from (
      select l.seq, l.sent_on from conversations c join chat_lines l on l.conversation_id = c.id
      where c.id = $1 and l.seq > ${known} and l.sender = 'staff' and l.sent_on > coalesce(c.email_asked_on, now()) - interval '24 hours'
      order by l.seq limit ${mostAnswers}
    ) answers having count(*) > 0`,
}

/** Puts the mail with the answers that waited for a left address to be confirmed. The caller has locked the conversation. */
export async function putHeldAnswers(
  tx: Tx,
  key: InstallationKey,
  out: MailOut,
  conversationId: string,
): Promise<void> {
  const [answers] = await tx.prepared<Answers>(held, [conversationId])
  if (!answers) return
  const found = await receiverOf(tx, key, conversationId)
  // An account's were not held.
  if (found?.receiver.userId === null && found.confirmation === 'confirmed')
    await putAnswers(tx, out, conversationId, found.receiver, answers)
}

async function isAddressMailedLately(tx: Tx, address: string): Promise<boolean> {
  // Another process may put a mail to it for another conversation.
  await acquireAdvisoryLock(tx, 'answer mails')
  return (await tx.prepared(toAddressLately, [normalEmail(address)])).length > 0
}

/** Looks each minute for answers that nobody reads; messages themselves wake no job, because that would slow them down. */
export const answerMailJobs = (db: Db, inTx: InTx, key: InstallationKey, out: MailOut): readonly Job[] => [
  {
    name: 'put-answer-mails',
    title: 'Have answers of the chat mailed that their visitor has not read',
    schedule: '* * * * *',
    catchesUp: false,
    run: (stop) => putAnswerMails(db, inTx, key, out, stop),
  },
]
