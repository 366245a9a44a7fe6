import type { InstallationKey } from '#server/config/installation-key.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { mayBeMailed } from '#server/features/users/public.ts'
import { isEnded } from './ended-addresses.ts'

/** To whom the answers of a conversation are mailed. */
export interface Receiver {
  /** Null for an address that was left in the conversation, which nobody has confirmed. */
  readonly userId: string | null
  readonly address: string
}

interface Addresses {
  readonly userId: string | null
  /** That of the account. */
  readonly own: string | null
  readonly left: string | null
  /** A mail server does not know the left address, which is that of an account. */
  readonly isRefused: boolean
}

const addresses: Prepared = {
  name: 'chat-mail-addresses',
  text: `select c.user_id as "userId", u.email as own, c.email as left,
      exists (select from users r where lower(r.email) = lower(c.email) and r.email_refused_on is not null) as "isRefused"
    from conversations c left join users u on u.id = c.user_id
    where c.id = $1 and c.blocked_on is null and c.mail_ended_on is null`,
}

/** Returns who is mailed the answers of a conversation: its visitor's account at its confirmed address, else the left address. */
export async function receiverOf(db: Db, key: InstallationKey, conversationId: string): Promise<Receiver | undefined> {
  const known = await addressesOf(db, conversationId)
  if (!known) return undefined
  const { userId, own, left } = known
  if (userId !== null && own !== null && (await isForAccount(db, known, own))) return { userId, address: own }
  return left !== null && (await isForLeft(db, key, known, left)) ? { userId: null, address: left } : undefined
}

/** Returns whether a mail may still go to whom it was meant for: they may have taken the address back, or ended these mails. */
export async function isStillReceiver(
  db: Db,
  key: InstallationKey,
  conversationId: string,
  { userId, address }: Receiver,
): Promise<boolean> {
  const known = await addressesOf(db, conversationId)
  if (!known) return false
  if (userId === null) return known.left === address && isForLeft(db, key, known, address)
  return known.userId === userId && isForAccount(db, known, address)
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
