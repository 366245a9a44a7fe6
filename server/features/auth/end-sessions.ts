import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'

/**
 * Ends sessions of one person. Their holders are strangers from the next request on. Ending none is not an error.
 * @param which a session's id, `others` (all but the actor's own), or `all`
 */
export async function endSessions(tx: Tx, actor: Actor, userId: string, which: string): Promise<void> {
  if (!isRecordId(userId)) return
  const all = tx.deleteFrom('sessions').where('user_id', '=', userId)
  const { numDeletedRows } =
    which === 'all'
      ? await all.executeTakeFirst()
      : which === 'others'
        ? await all.where('token_hash', '!=', actor.sessionHash).executeTakeFirst()
        : await all.where('token_hash', '=', Buffer.from(which, 'hex')).executeTakeFirst()
  if (numDeletedRows === 0n) return
  await recordEvent(tx, {
    type: 'user-sessions-ended',
    subjectId: userId,
    actorId: actor.userId,
    payload: { count: Number(numDeletedRows) },
  })
}
