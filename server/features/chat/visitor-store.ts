import type { Actor } from '#server/access/actor.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import type { EventPayloads } from '#server/events/event.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import { sql } from 'kysely'

/** Somebody who writes to the team: known by an account, or by the cookie of a browser. */
export interface Visitor {
  readonly actor: Actor | null
  /** SHA-256 of the browser's visitor token. */
  readonly visitorHash: Buffer
}

/** Id of the visitor's one conversation, or undefined while they have said nothing. */
export async function conversationOf(db: Db, { actor, visitorHash }: Visitor): Promise<string | undefined> {
  const query = db.selectFrom('conversations').select('id')
  const row = await (
    actor ? query.where('user_id', '=', actor.userId) : query.where('visitor_hash', '=', visitorHash)
  ).executeTakeFirst()
  return row?.id
}

/** Whose conversations these lines belong to. */
export async function ownersOf(
  db: Db,
  lines: readonly { readonly conversationId: string }[],
): Promise<{ id: string; userId: string | null; visitorHash: Buffer | null }[]> {
  const ids = [...new Set(lines.map(({ conversationId }) => conversationId))]
  if (ids.length === 0) return []
  return db
    .selectFrom('conversations')
    .select(['id', 'user_id as userId', 'visitor_hash as visitorHash'])
    .where('id', 'in', ids)
    .execute()
}

/**
 * The visitor's conversation, begun when there is none.
 * @throws AppError forbidden for a nameless visitor from a network where another one was blocked within a day
 */
export async function openConversation(
  tx: Tx,
  visitor: Visitor,
  facts: { readonly name: string; readonly network: string; readonly userAgent: string },
): Promise<string> {
  const { actor, visitorHash } = visitor
  if (!actor) await refuseBlockedNetwork(tx, facts.network)
  const now = new Date()
  await tx
    .insertInto('conversations')
    .values({
      id: newRecordId(now),
      visitor_hash: actor ? null : visitorHash,
      user_id: actor?.userId ?? null,
      visitor_name: facts.name,
      email: null,
      opened_on: now,
      last_line_on: now,
      waiting_since: null,
      taken_by: null,
      closed_on: null,
      blocked_on: null,
      network: facts.network,
      page: null,
      user_agent: facts.userAgent,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const id = await conversationOf(tx, visitor)
  if (id === undefined) throw new Error('A conversation that was just begun is gone.')
  return id
}

async function refuseBlockedNetwork(tx: Tx, network: string): Promise<void> {
  const blocked = await tx
    .selectFrom('conversations')
    .select('id')
    .where('network', '=', network)
    .where('blocked_on', '>', new Date(Date.now() - 86_400_000))
    .limit(1)
    .executeTakeFirst()
  if (blocked) throw new AppError('forbidden', 'You can’t write here any more.')
}

/**
 * Gives what an anonymous visitor said to the account they have signed in to: their conversation becomes the account's,
 * or its lines are put behind those that the account has already.
 * @returns true when there was something to give
 */
export async function adoptConversation(tx: Tx, visitorHash: Buffer, actor: Actor): Promise<boolean> {
  const rows = await tx
    .selectFrom('conversations')
    .select(['id', 'user_id', 'last_seq', 'waiting_since', 'last_line_on'])
    .where((where) => where.or([where('visitor_hash', '=', visitorHash), where('user_id', '=', actor.userId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const anonymous = rows.find((row) => row.user_id === null)
  const own = rows.find((row) => row.user_id !== null)
  if (!anonymous) return false
  if (!own) {
    await tx
      .updateTable('conversations')
      .set({ user_id: actor.userId, visitor_hash: null, visitor_name: actor.fullName })
      .where('id', '=', anonymous.id)
      .execute()
    await recordConversation(tx, anonymous.id, actor.userId, { what: 'adopted' })
    return true
  }
  await sql`update chat_lines set conversation_id = ${own.id}, seq = seq + ${own.last_seq},
      client_id = case when exists (select from chat_lines other where other.conversation_id = ${own.id}
        and other.sender = chat_lines.sender and other.client_id = chat_lines.client_id) then null else client_id end
    where conversation_id = ${anonymous.id}`.execute(tx)
  await sql`insert into conversation_bugs (conversation_id, bug_id, linked_on, linked_by)
    select ${own.id}, bug_id, linked_on, linked_by from conversation_bugs where conversation_id = ${anonymous.id}
    on conflict do nothing`.execute(tx)
  await sql`update conversations set last_seq = last_seq + ${anonymous.last_seq},
      last_line_on = greatest(last_line_on, ${anonymous.last_line_on}),
      waiting_since = least(waiting_since, ${anonymous.waiting_since}),
      closed_on = case when ${anonymous.waiting_since}::timestamptz is null then closed_on end
    where id = ${own.id}`.execute(tx)
  await removeConversation(tx, anonymous.id, actor.userId)
  await recordConversation(tx, own.id, actor.userId, { what: 'adopted' })
  return true
}

/** Deletes a conversation with all its lines. */
export async function removeConversation(tx: Tx, id: string, actorId: string | null): Promise<void> {
  await tx.deleteFrom('conversations').where('id', '=', id).execute()
  await recordEvent(tx, { type: 'chat-conversation-deleted', subjectId: id, actorId, payload: {} })
}

/** Records that a conversation is not as it was. */
export function recordConversation(
  tx: Tx,
  id: string,
  actorId: string | null,
  payload: EventPayloads['chat-conversation-changed'],
): Promise<void> {
  return recordEvent(tx, { type: 'chat-conversation-changed', subjectId: id, actorId, payload })
}
