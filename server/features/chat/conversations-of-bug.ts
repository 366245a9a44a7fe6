import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { requireBug } from '#server/features/bugs/public.ts'
import type { listConversationsOfBug as endpoint } from '#shared/chat/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { sql } from 'kysely'
import { nameForStaff } from './visitor-name.ts'

/** Returns the conversations that a bug came from, oldest link first. @throws AppError not-found */
export async function conversationsOfBug(
  db: Db,
  actor: Actor,
  bugId: string,
): Promise<ReplyOf<typeof endpoint>['result']> {
  await requireBug(db, actor, bugId)
  const rows = await db
    .selectFrom('conversation_bugs')
    .innerJoin('conversations', 'conversations.id', 'conversation_id')
    .leftJoin('users', 'users.id', 'conversations.user_id')
    .select(['conversations.id', 'linked_on', sql<string>`coalesce(users.full_name, visitor_name)`.as('name')])
    .where('bug_id', '=', bugId)
    .orderBy('linked_on')
    .orderBy('conversations.id')
    .execute()
  return rows.map(({ id, name, linked_on }) => ({
    _id: id,
    visitorName: nameForStaff(name, id),
    linkedOn: linked_on.toISOString(),
  }))
}
