import type { Db, Prepared } from '#server/db/database.ts'
import type { Owner } from './places.ts'

/** The state of a conversation, as its two sides need it. */
export interface ConversationState extends Owner {
  readonly visitorSeen: number
  readonly staffSeen: number
  readonly canBeReached: boolean
  readonly isBlocked: boolean
}

/** The account `u` gets mail; as `mayBeMailed` says of one that needs a confirmed address. */
const isMailed = `(u.email is not null and u.email_confirmed_on is not null and u.email_refused_on is null
  and u.deactivated_on is null and not u.is_demo)`

const stateOf: Prepared = {
  name: 'chat-state',
  text: `select c.user_id as "userId", visitor_hash as "visitorHash", visitor_seen as "visitorSeen", staff_seen as "staffSeen",
    (c.email is not null or (u.id is not null and ${isMailed} and c.mail_ended_on is null)) as "canBeReached", blocked_on is not null as "isBlocked"
    from conversations c left join users u on u.id = c.user_id where c.id = $1`,
}

/** Reads the state of a conversation; undefined when it was deleted. */
export async function conversationState(db: Db, id: string): Promise<ConversationState | undefined> {
  const [row] = await db.prepared<ConversationState>(stateOf, [id])
  return row
}

const isReached: Prepared = {
  name: 'chat-account-reached',
  text: `select ${isMailed} as "canBeReached" from users u where u.id = $1`,
}

/** Returns whether answers to somebody who has no conversation yet would be mailed: never to one without an account. */
export async function isAccountReached(db: Db, userId: string | undefined): Promise<boolean> {
  if (userId === undefined) return false
  const [row] = await db.prepared<{ canBeReached: boolean }>(isReached, [userId])
  return row?.canBeReached ?? false
}
