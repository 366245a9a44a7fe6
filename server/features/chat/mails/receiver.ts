import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { mayBeMailed } from '#server/features/users/public.ts'
import { isEnded } from './ended-addresses.ts'

/** To whom something of a conversation is mailed. */
export interface Receiver {
  /** Null for an address that was left in the conversation. */
  readonly userId: string | null
  readonly address: string
}

/** Whether the owner of an address has said that they want the answers there; of an account it is `confirmed`. */
export type Confirmation = 'none' | 'asked' | 'confirmed'

interface Addresses {
  readonly userId: string | null
  /** That of the account. */
  readonly own: string | null
  readonly left: string | null
  readonly confirmation: Confirmation
  /** A mail server does not know the left address, which is that of an account. */
  readonly isRefused: boolean
}

const addresses: Prepared = {
  name: 'chat-mail-addresses',
  text: `select c.user_id as "userId", u.email as own, c.email as left,
      case when c.email_confirmed_on is not null then 'confirmed' when c.email_asked_on is not null then 'asked' else 'none' end as confirmation,
      exists (select from users r where lower(r.email) = lower(c.email) and r.email_refused_on is not null) as "isRefused"
    from conversations c left join users u on u.id = c.user_id
    where c.id = $1 and c.blocked_on is null and c.mail_ended_on is null`,
}

/** Returns who is mailed the answers of a conversation: its visitor's account at its confirmed address, else the left address. */
export async function receiverOf(
  db: Db,
  key: InstallationKey,
  conversationId: string,
): Promise<{ readonly receiver: Receiver; readonly confirmation: Confirmation } | undefined> {
  const known = await addressesOf(db, conversationId)
  if (!known) return undefined
  const { userId, own, left, confirmation } = known
  if (userId !== null && own !== null && (await isForAccount(db, known, own)))
    return { receiver: { userId, address: own }, confirmation: 'confirmed' }
  if (left === null || !(await isForLeft(db, key, known, left))) return undefined
  return { receiver: { userId: null, address: left }, confirmation }
}

/**
 * Returns whether a mail may still go to whom it was meant for, and what they confirmed; undefined where it may not: they may have
 * taken the address back, or ended these mails.
 */
export async function stillReceiver(
  db: Db,
  key: InstallationKey,
  conversationId: string,
  { userId, address }: Receiver,
): Promise<Confirmation | undefined> {
  const known = await addressesOf(db, conversationId)
  if (!known) return undefined
  if (userId === null)
    return known.left === address && (await isForLeft(db, key, known, address)) ? known.confirmation : undefined
  return known.userId === userId && (await isForAccount(db, known, address)) ? 'confirmed' : undefined
}

async function addressesOf(db: Db, conversationId: string): Promise<Addresses | undefined> {
  const [row] = await db.prepared<Addresses>(addresses, [conversationId])
  return row
}

const isForAccount = (db: Db, { userId }: Addresses, address: string) => mayBeMailed(db, userId, address, true)

/** An account that gets no mail gets none at a left address either, and an address whose owner ended these mails gets none. */
const isForLeft = async (db: Db, key: InstallationKey, { userId, isRefused }: Addresses, left: string) =>
  !isRefused &&
  !(await isEnded(db, key, left)) &&
  (userId === null || (await mayBeMailed(db, userId, left, false))) &&
  (await mayBeMailed(db, null, left, false))
