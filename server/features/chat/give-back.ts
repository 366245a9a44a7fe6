import type { Tx } from '#server/db/database.ts'
import type { EventType, NewEvent } from '#server/events/event.ts'
import { sql } from 'kysely'
import { recordConversation } from './visitor-store.ts'

/** Events that may remove a person's right to answer. */
const takes = new Set<EventType>(['user-roles-changed', 'user-deactivated', 'role-changed'])

/** Removes the assignments of people who may not answer any more, so that others find their conversations. */
export async function giveBackConversations(tx: Tx, event: NewEvent): Promise<void> {
  if (!takes.has(event.type)) return
  const { rows } = await sql<{ id: string }>`update conversations c set taken_by = null
    where c.taken_by is not null and not exists (
      select from users u join user_roles ur on ur.user_id = u.id join roles r on r.name = ur.role
      where u.id = c.taken_by and u.deactivated_on is null and 'liveChatAdmin' = any(r.permissions))
    returning c.id`.execute(tx)
  for (const { id } of rows) await recordConversation(tx, id, event.actorId, { what: 'given-back' })
}
