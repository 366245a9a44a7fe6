import type { Db, Prepared, Tx } from '#server/db/database.ts'
import { normalEmail } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { addMessage } from './message-store.ts'

const lock: Prepared = {
  name: 'chat-lock-for-mail',
  text: `select user_id as "userId", visitor_name as name, blocked_on is not null as "isBlocked"
    from conversations where id = $1 for no key update`,
}
/** As a message of the visitor's in the chat does: it opens a closed conversation again, which nobody has then. */
const wait: Prepared = {
  name: 'chat-wait-after-mail',
  text: `update conversations set waiting_since = coalesce(waiting_since, now()),
      taken_by = case when closed_on is null then taken_by end, closed_on = null
    where id = $1`,
}
const left: Prepared = { name: 'chat-left-address', text: 'select email from conversations where id = $1' }

/** Returns whether an address is the one that the visitor of a conversation left there. */
export async function isLeftAddress(db: Db, conversationId: string, address: string): Promise<boolean> {
  const [row] = await db.prepared<{ email: string | null }>(left, [conversationId])
  return row !== undefined && row.email !== null && normalEmail(row.email) === normalEmail(address)
}

/**
 * Adds what a visitor answered by mail to their conversation.
 * @param userId the visitor's account; null for one who left an address
 * @throws AppError not-found for a conversation that is gone, or is another account's; forbidden for a blocked visitor
 */
export async function storeMailedMessage(
  tx: Tx,
  conversationId: string,
  { userId, message }: { readonly userId: string | null; readonly message: string },
): Promise<void> {
  const [found] = await tx.prepared<{ userId: string | null; name: string; isBlocked: boolean }>(lock, [conversationId])
  if (!found || (userId !== null && found.userId !== userId))
    throw new AppError('not-found', 'There is no such conversation.')
  if (found.isBlocked) throw new AppError('forbidden', 'You can’t write here any more.')
  await addMessage(tx, conversationId, { from: 'visitor', userId, senderName: found.name, message, sentOn: new Date() })
  await tx.prepared(wait, [conversationId])
}
