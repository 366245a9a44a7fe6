import type { Db, Prepared } from '#server/db/database.ts'
import type { Owner } from './places.ts'

/** The state of a conversation, as its two sides need it. */
export interface ConversationState extends Owner {
  readonly visitorSeen: number
  readonly staffSeen: number
  readonly canBeReached: boolean
  readonly isBlocked: boolean
}

const stateOf: Prepared = {
  name: 'chat-state',
  text: `select c.user_id as "userId", visitor_hash as "visitorHash", visitor_seen as "visitorSeen", staff_seen as "staffSeen",
    (c.email is not null or u.email is not null) as "canBeReached", blocked_on is not null as "isBlocked"
    from conversations c left join users u on u.id = c.user_id where c.id = $1`,
}

/** Reads the state of a conversation; undefined when it was deleted. */
export async function conversationState(db: Db, id: string): Promise<ConversationState | undefined> {
  const [row] = await db.prepared<ConversationState>(stateOf, [id])
  return row
}
