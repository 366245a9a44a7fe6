import type { Db, Prepared, Tx } from '#server/db/database.ts'
import { isRecordId, newRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'
import { wakeJob } from '#server/jobs/stored-jobs.ts'
import type { CameBy, DroppedReason, Envelope, HeldReason } from '#shared/mail-in/words.ts'
import { createHash } from 'node:crypto'

/** The job that handles what came. */
export const handleJob = 'handle-received-mails'

/** Largest mail, in bytes. */
export const maxMailBytes = 25 * 1024 * 1024
/** Bytes of all mails that wait or are held, above which no more is taken: its sender tries again, or hears of it. */
const mostWaitingBytes = 1024 * 1024 * 1024
/** Bytes of held mails that answer nothing, above which of further ones the beginning is kept: strangers leave room for answers. */
const mostOfStrangers = 256 * 1024 * 1024
/** Bytes of a mail that is too large, of which its beginning is kept. */
export const keptOfLarge = 64 * 1024

export interface NewReceived {
  readonly cameBy: CameBy
  readonly envelope: Envelope
  readonly raw: Buffer
  /** It was larger: this is its beginning. */
  readonly isCut?: boolean
}

const insert: Prepared = {
  name: 'received-mail-insert',
  text: `insert into received_mails (id, came_by, envelope, raw, bytes, fingerprint, state, reason)
    values ($1, $2, $3::jsonb, $4, $5, $6, $7, $8) on conflict (fingerprint) do nothing returning id`,
}
const waitingBytes: Prepared = {
  name: 'received-mail-waiting-bytes',
  text: `select coalesce(sum(bytes), 0)::float8 as bytes from received_mails where state in ('waiting', 'held')`,
}

/**
 * Stores a mail that came; whoever gave it may forget it after the commit. The same mail again, by whatever way, changes nothing.
 * @throws AppError unavailable while too much waits
 */
export async function storeReceived(tx: Tx, { cameBy, envelope, raw, isCut = false }: NewReceived): Promise<void> {
  const [waiting] = await tx.prepared<{ bytes: number }>(waitingBytes, [])
  if ((waiting?.bytes ?? 0) + raw.length > mostWaitingBytes) {
    throw new AppError('unavailable', 'Too many mails wait for an administrator: no more is taken now.')
  }
  const state = isCut ? ['held', 'too-large'] : ['waiting', null]
  const values = [newRecordId(), cameBy, JSON.stringify(envelope), raw, raw.length, fingerprintOf(raw), ...state]
  if ((await tx.prepared(insert, values)).length > 0 && !isCut) await wakeJob(tx, handleJob)
}

/** What the same mail has in common, whatever way it came: mail servers add headers on its way. */
function fingerprintOf(raw: Buffer): string {
  const [crlf, lf] = [raw.indexOf('\r\n\r\n'), raw.indexOf('\n\n')]
  const ends = [crlf, lf].filter((at) => at >= 0)
  const end = ends.length === 0 ? raw.length : Math.min(...ends)
  const head = raw
    .subarray(0, end)
    .toString('latin1')
    .replaceAll(/\r?\n[ \t]+/g, ' ')
  const lineOf = (name: string) => new RegExp(`^${name}:(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const hash = createHash('sha256')
  for (const name of ['message-id', 'from', 'date', 'subject']) hash.update(`${lineOf(name)}\n`)
  return hash.update(withoutLineEnds(raw.subarray(end))).digest('hex')
}

/** Line ends, and empty lines at the end, change on the way. */
function withoutLineEnds(bytes: Buffer): Buffer {
  const kept = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (const byte of bytes) if (byte !== 13 && byte !== 10) kept[length++] = byte
  return kept.subarray(0, length)
}

/** A mail to handle. */
export interface Received {
  readonly id: string
  readonly cameBy: CameBy
  readonly envelope: Envelope
  readonly raw: Buffer
  readonly tries: number
  readonly receivedOn: Date
}

const claim: Prepared = {
  name: 'received-mail-claim',
  text: `update received_mails set tries = tries + 1, due_on = now() + interval '2 minutes'
    where id = (select id from received_mails where state = 'waiting' and due_on <= now()
      order by due_on, id limit 1 for update skip locked)
    returning id, came_by as "cameBy", envelope, raw, tries, received_on as "receivedOn"`,
}

/** Takes the next mail that waits, and leaves it alone for two minutes: one whose process was killed is taken again then. */
export async function claimReceived(tx: Tx): Promise<Received | undefined> {
  return (await tx.prepared<Received>(claim, []))[0]
}

/** What is known of a mail that was read. */
export interface KnownFacts {
  readonly messageId?: string | null
  readonly fromAddress?: string | null
  readonly subject?: string | null
  readonly replyAddressId?: string | null
}

export type Outcome =
  | { readonly state: 'held'; readonly reason: HeldReason }
  | { readonly state: 'dropped'; readonly reason: DroppedReason }
  | {
      readonly state: 'done'
      readonly bugId?: string
      readonly commentId?: string
      readonly conversationId?: string
      readonly acceptedBy?: string
    }

const isShortened = `($2 = 'dropped' or ($2 = 'held' and $7::text is null and (
  select sum(o.bytes) from received_mails o where o.state = 'held' and o.reply_address_id is null) > ${mostOfStrangers}))`

const settle: Prepared = {
  name: 'received-mail-settle',
  text: `update received_mails set state = $2, reason = $3, handled_on = now(),
      raw = case when ${isShortened} then substring(raw from 1 for ${keptOfLarge}) else raw end,
      bytes = case when ${isShortened} then least(bytes, ${keptOfLarge}) else bytes end, message_id = $4, from_address = $5, subject = $6,
      reply_address_id = $7, bug_id = $8, comment_id = $9, conversation_id = $10, accepted_by = $11
    where id = $1`,
}

/** Notes what became of a mail, in the transaction in which it became that. */
export async function settleReceived(tx: Tx, id: string, facts: KnownFacts, outcome: Outcome): Promise<void> {
  const done = outcome.state === 'done' ? outcome : undefined
  await tx.prepared(settle, [
    ...[id, outcome.state, outcome.state === 'done' ? null : outcome.reason],
    ...[storable(facts.messageId), storable(facts.fromAddress), storable(facts.subject), facts.replyAddressId ?? null],
    ...[done?.bugId ?? null, done?.commentId ?? null, done?.conversationId ?? null, done?.acceptedBy ?? null],
  ])
}

/** A text of a stranger's as the database takes it, and not too long. */
const storable = (text: string | null | undefined) =>
  text === null || text === undefined
    ? null
    : text
        .replaceAll(/\p{Cc}+/gu, ' ')
        .toWellFormed()
        .trim()
        .slice(0, 300)

const lock: Prepared = {
  name: 'received-mail-lock',
  text: `select id, came_by as "cameBy", envelope, raw, tries, received_on as "receivedOn" from received_mails
    where id = $1 and state = $2 for update`,
}

/** Locks a mail in a state. @returns undefined for one that is not in it any more */
export async function lockReceived(tx: Tx, id: string, state: 'waiting' | 'held'): Promise<Received | undefined> {
  return isRecordId(id) ? (await tx.prepared<Received>(lock, [id, state]))[0] : undefined
}

const postpone: Prepared = {
  name: 'received-mail-postpone',
  text: `update received_mails set due_on = now() + $2 * interval '1 second' where id = $1 and state = 'waiting'`,
}

/** Has a mail looked at again after 30, 60, 120 seconds and so on. */
export async function postponeReceived(tx: Tx, { id, tries }: Pick<Received, 'id' | 'tries'>): Promise<void> {
  await tx.prepared(postpone, [id, 15 * 2 ** Math.min(tries, 6)])
}

const lately: Prepared = {
  name: 'received-mails-lately',
  text: `select count(*)::integer as n from received_mails
    where from_address = $1 and state = 'done' and received_on > now() - interval '1 hour'`,
}
const sameMessage: Prepared = {
  name: 'received-mails-same',
  text: `select from received_mails where message_id = $1 and from_address = $2 and state = 'done' limit 1`,
}

/** Counts the mails of a sender that were taken within the last hour. */
export async function takenLately(db: Db, fromAddress: string): Promise<number> {
  return (await db.prepared<{ n: number }>(lately, [storable(fromAddress)]))[0]?.n ?? 0
}

/** Returns whether a mail of a sender with this Message-ID was taken. */
export async function isTaken(db: Db, messageId: string, fromAddress: string): Promise<boolean> {
  return (await db.prepared(sameMessage, [storable(messageId), storable(fromAddress)])).length > 0
}

/** Deletes what machines wrote after 30 days, and mails that became something after a year. */
export async function deleteOldReceived(tx: Tx): Promise<void> {
  await tx.prepared(deleteOld, [])
}

const deleteOld: Prepared = {
  name: 'received-mails-delete-old',
  text: `delete from received_mails where state = 'dropped' and handled_on < now() - interval '30 days'
    or state = 'done' and handled_on < now() - interval '1 year'`,
}
