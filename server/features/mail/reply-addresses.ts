import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Db, Prepared, Tx } from '#server/db/database.ts'
import { isRecordId, newRecordId } from '#server/db/record-id.ts'
import type { NewEvent } from '#server/events/event.ts'
import { timingSafeEqual } from 'node:crypto'
import type { MailOut } from './mail-out.ts'

/** What somebody may add to by mail, and whose words that are: those of an account, or of a visitor who left an address. */
export type ReplyTarget =
  | { readonly userId: string; readonly bugId: string }
  | { readonly userId: string | null; readonly conversationId: string }

/** An address for answers that is in force. */
export interface ReplyAddress {
  readonly id: string
  readonly userId: string | null
  readonly bugId: string | null
  readonly conversationId: string | null
}

/** Before the token, in the local part. */
const begin = 'reply+'
const secretBytes = 16
/** Lower-case letters and digits, because a mail server may change the case of an address. */
const digits = 'abcdefghijklmnopqrstuvwxyz234567'

function secretOf(key: InstallationKey, id: string): string {
  const bytes = Buffer.from(key.derive('reply address', id), 'base64url').subarray(0, secretBytes)
  let text = ''
  let [bits, held] = [0, 0]
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += digits[(held >> (bits - 5)) & 31] ?? ''
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + (digits[(held << (5 - bits)) & 31] ?? '') : text
}

/** Returns the part of an address for answers before the @, of 56 characters. */
const localPart = (key: InstallationKey, id: string) => `${begin}${id}${secretOf(key, id)}`

/** Returns whether a local part is that of an address for answers, made here or not. */
export const isReplyLocalPart = (local: string): boolean => local.toLowerCase().startsWith(begin)

/** Reads the local part of an address. @returns the id of its row; undefined for one that was not made here */
export function readReplyLocalPart(key: InstallationKey, local: string): string | undefined {
  const given = local.toLowerCase()
  const id = given.slice(begin.length, begin.length + 24)
  if (!isReplyLocalPart(given) || !isRecordId(id)) return undefined
  const [one, other] = [Buffer.from(given), Buffer.from(localPart(key, id))]
  return one.length === other.length && timingSafeEqual(one, other) ? id : undefined
}

const columns = `id, user_id as "userId", bug_id as "bugId", conversation_id as "conversationId"`

const keep: Prepared = {
  name: 'reply-address-keep',
  text: 'insert into reply_addresses (id, user_id, bug_id, conversation_id) values ($1, $2, $3, $4) on conflict do nothing',
}
const ofTarget: Prepared = {
  name: 'reply-address-of',
  text: `select id from reply_addresses where revoked_on is null and (
      ($2::text is not null and user_id = $1 and bug_id = $2)
      or ($3::text is not null and conversation_id = $3 and user_id is not distinct from $1))`,
}
const inForce: Prepared = {
  name: 'reply-address-in-force',
  text: `select ${columns} from reply_addresses where id = $1 and revoked_on is null`,
}

const valuesOf = (target: ReplyTarget) =>
  'bugId' in target ? [target.userId, target.bugId, null] : [target.userId, null, target.conversationId]

/** Makes somebody an address for answers unless they have one, for the mail that is put; where no mail comes in, none. */
export async function keepReplyAddress(tx: Tx, out: Pick<MailOut, 'replyDomain'>, target: ReplyTarget): Promise<void> {
  if (out.replyDomain === undefined) return
  await tx.prepared(keep, [newRecordId(), ...valuesOf(target)])
}

/** Returns the address for answers of somebody; undefined where there is none. */
export async function replyAddressOf(
  db: Db,
  key: InstallationKey,
  out: Pick<MailOut, 'replyDomain'>,
  target: ReplyTarget,
): Promise<string | undefined> {
  if (out.replyDomain === undefined) return undefined
  const [row] = await db.prepared<{ id: string }>(ofTarget, valuesOf(target))
  return row && `${localPart(key, row.id)}@${out.replyDomain}`
}

/** Returns the address for answers with an id; undefined for one that was taken back. */
export async function replyAddressById(db: Db, id: string): Promise<ReplyAddress | undefined> {
  return (await db.prepared<ReplyAddress>(inForce, [id]))[0]
}

/**
 * Takes addresses for answers back: mail to them is held from then on.
 * @param of whose, about what, or which; all addresses that agree with what is given
 */
export async function revokeReplyAddresses(
  tx: Tx,
  of:
    | { readonly id: string }
    | { readonly userId: string; readonly bugId?: string }
    | { readonly conversationId: string },
): Promise<void> {
  let update = tx.updateTable('reply_addresses').set({ revoked_on: new Date() }).where('revoked_on', 'is', null)
  if ('id' in of) update = update.where('id', '=', of.id)
  else if ('conversationId' in of) update = update.where('conversation_id', '=', of.conversationId)
  else {
    update = update.where('user_id', '=', of.userId)
    if (of.bugId !== undefined) update = update.where('bug_id', '=', of.bugId)
  }
  await update.execute()
}

/** Takes back the addresses for answers of an account that is deactivated. */
export async function revokeWithAccount(tx: Tx, event: NewEvent): Promise<void> {
  if (event.type === 'user-deactivated') await revokeReplyAddresses(tx, { userId: event.subjectId })
}
