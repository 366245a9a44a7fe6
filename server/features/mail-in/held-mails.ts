import { type Actor } from '#server/access/actor.ts'
import type { Db, Prepared, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { requireBug } from '#server/features/bugs/public.ts'
import { revokeReplyAddresses } from '#server/features/mail/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { wakeJob } from '#server/jobs/stored-jobs.ts'
import type { HeldMail, OriginalMail, ReceivedMails } from '#shared/mail-in/contract.ts'
import type { CameBy, HeldReason } from '#shared/mail-in/words.ts'
import { handleJob } from './received-store.ts'

/** Most held mails that are listed. */
const mostListed = 100
/** Characters of a mail that are shown. */
const mostShown = 200_000

interface HeldRow {
  readonly id: string
  readonly received_on: Date
  readonly came_by: CameBy
  readonly from_address: string | null
  readonly subject: string | null
  readonly reason: HeldReason
  readonly bytes: number
  /** The address for answers is in force. */
  readonly is_answer: boolean
  readonly user_id: string | null
  readonly full_name: string | null
  readonly bug_id: string | null
}

const held: Prepared = {
  name: 'received-mails-held',
  text: `select r.id, r.received_on, r.came_by, r.from_address, r.subject, r.reason, r.bytes, a.id is not null as is_answer,
      a.user_id, u.full_name, a.bug_id
    from received_mails r left join reply_addresses a on a.id = r.reply_address_id and a.revoked_on is null
      left join users u on u.id = a.user_id
    where r.state = 'held' order by r.received_on desc, r.id desc limit ${mostListed}`,
}

/** Reasons against which an administrator can't take a mail all the same. */
const hopeless: ReadonlySet<HeldReason> = new Set(['empty', 'too-long', 'not-allowed', 'unreadable', 'too-large'])

function presentHeld(row: HeldRow): HeldMail {
  const { user_id: userId, full_name: fullName } = row
  return {
    _id: row.id,
    receivedOn: row.received_on.toISOString(),
    cameBy: row.came_by,
    from: row.from_address,
    subject: row.subject,
    reason: row.reason,
    bytes: row.bytes,
    answers:
      userId === null || fullName === null
        ? null
        : { userId, fullName, what: row.bug_id === null ? 'conversation' : 'bug' },
    abilities: { accept: row.is_answer && !hopeless.has(row.reason), revoke: row.is_answer },
  }
}

export interface ReceivedCounts {
  readonly waiting: number
  readonly held: number
  readonly doneLately: number
  readonly droppedLately: number
}

const counts: Prepared = {
  name: 'received-mail-counts',
  text: `select count(*) filter (where state = 'waiting')::integer as waiting, count(*) filter (where state = 'held')::integer as held,
      count(*) filter (where state = 'done' and handled_on > now() - interval '24 hours')::integer as "doneLately",
      count(*) filter (where state = 'dropped' and handled_on > now() - interval '24 hours')::integer as "droppedLately"
    from received_mails`,
}

export async function countReceived(db: Db): Promise<ReceivedCounts> {
  const [row] = await db.prepared<ReceivedCounts>(counts, [])
  if (!row) throw new Error('Counting gives a row.')
  return row
}

/** @param address where mail is received; null where none is */
export async function listHeld(db: Db, address: string | null): Promise<ReceivedMails> {
  const rows = await db.prepared<HeldRow>(held, [])
  return { address, ...(await countReceived(db)), result: rows.map(presentHeld) }
}

const noMail = () => new AppError('not-found', 'No mail with this id is held.')

const rawOfHeld: Prepared = {
  name: 'received-mail-raw',
  text: `select raw from received_mails where id = $1 and state = 'held'`,
}
const rawOfComment: Prepared = {
  name: 'received-mail-of-comment',
  text: `select r.raw from received_mails r join comments c on c.id = r.comment_id
    where r.comment_id = $1 and c.bug_id = $2 and c.deleted_on is null`,
}

/** Returns a held mail as it came. @throws AppError not-found */
export async function viewHeld(db: Db, id: string): Promise<OriginalMail> {
  const [row] = isRecordId(id) ? await db.prepared<{ raw: Buffer }>(rawOfHeld, [id]) : []
  if (!row) throw noMail()
  return presentOriginal(row.raw)
}

/** Returns the mail that became a comment of a bug that the actor may see. @throws AppError not-found, also for a deleted comment */
export async function viewOriginal(db: Db, actor: Actor, bugId: string, commentId: string): Promise<OriginalMail> {
  await requireBug(db, actor, bugId)
  const [row] = isRecordId(commentId) ? await db.prepared<{ raw: Buffer }>(rawOfComment, [commentId, bugId]) : []
  if (!row) throw new AppError('not-found', 'There is no mail of such a comment here.', { field: 'commentId' })
  return presentOriginal(row.raw)
}

async function presentOriginal(raw: Buffer): Promise<OriginalMail> {
  const { readOne } = await import('./read/mail-reader.ts')
  const text = (await readOne(raw))?.mail.text ?? null
  const shown = raw.subarray(0, mostShown)
  return {
    text: text?.slice(0, mostShown).toWellFormed() ?? null,
    original: shown.toString(),
    isWhole: raw.length <= mostShown,
  }
}

/** Has a held mail looked at again. @throws AppError not-found */
export async function retryHeld(tx: Tx, id: string): Promise<void> {
  const again = isRecordId(id)
    ? await tx
        .updateTable('received_mails')
        .set({ state: 'waiting', reason: null, tries: 0, due_on: new Date(), handled_on: null })
        .where('id', '=', id)
        .where('state', '=', 'held')
        .where('reason', '<>', 'too-large')
        .returning('id')
        .executeTakeFirst()
    : undefined
  if (!again) throw noMail()
  await wakeJob(tx, handleJob)
}

/** Takes back the address for answers to which a held mail was sent. @throws AppError not-found */
export async function revokeOfHeld(tx: Tx, id: string): Promise<void> {
  const row = isRecordId(id)
    ? await tx
        .selectFrom('received_mails')
        .select('reply_address_id as replyId')
        .where('id', '=', id)
        .where('state', '=', 'held')
        .executeTakeFirst()
    : undefined
  if (!row?.replyId) throw noMail()
  await revokeReplyAddresses(tx, { id: row.replyId })
}

/** @throws AppError not-found */
export async function deleteHeld(tx: Tx, id: string): Promise<void> {
  const deleted = isRecordId(id)
    ? await tx
        .deleteFrom('received_mails')
        .where('id', '=', id)
        .where('state', '=', 'held')
        .returning('id')
        .executeTakeFirst()
    : undefined
  if (!deleted) throw noMail()
}
