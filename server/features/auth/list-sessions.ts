import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import type { listMySessions } from '#shared/auth/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'

/** Returns a person's sessions that have not expired, the last used first; none for an unknown id. */
export async function sessionsOf(db: Db, actor: Actor, userId: string): Promise<ReplyOf<typeof listMySessions>> {
  if (!isRecordId(userId)) return { result: [] }
  const rows = await db
    .selectFrom('sessions')
    .select(['token_hash', 'created_on', 'seen_on', 'user_agent'])
    .where('user_id', '=', userId)
    .where('expires_on', '>', new Date())
    .orderBy('seen_on', 'desc')
    .orderBy('token_hash')
    .execute()
  return {
    result: rows.map((row) => ({
      sessionId: row.token_hash.toString('hex'),
      startedOn: row.created_on.toISOString(),
      seenOn: row.seen_on.toISOString(),
      userAgent: row.user_agent,
      isCurrent: row.token_hash.equals(actor.sessionHash),
    })),
  }
}
