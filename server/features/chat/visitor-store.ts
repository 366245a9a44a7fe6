import type { Actor } from '#server/access/actor.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import type { EventPayloads } from '#server/events/event.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Owner } from './places.ts'

/** A person who writes to the team: known by an account, or by the cookie of a browser. */
export interface Visitor {
  readonly actor: Actor | null
  /** SHA-256 of the browser's visitor token. */
  readonly visitorHash: Buffer
}

/** Returns the visitor's one conversation with its name, or undefined while they have sent nothing. */
export async function conversationOf(
  db: Db,
  { actor, visitorHash }: Visitor,
): Promise<{ id: string; name: string } | undefined> {
  const query = db.selectFrom('conversations').select(['id', 'visitor_name as name'])
  const own = actor ? query.where('user_id', '=', actor.userId) : query.where('visitor_hash', '=', visitorHash)
  return own.executeTakeFirst()
}

/** Returns the owners of conversations. A deleted conversation is left out. */
export function ownersOf(db: Db, ids: readonly string[]): Promise<(Owner & { readonly id: string })[]> {
  return db
    .selectFrom('conversations')
    .select(['id', 'user_id as userId', 'visitor_hash as visitorHash'])
    .where('id', 'in', ids)
    .execute()
}

/**
 * Returns the visitor's conversation, and creates it when there is none.
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
  const id = (await conversationOf(tx, visitor))?.id
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

/** Deletes a conversation with all its messages. */
export async function removeConversation(tx: Tx, id: string, actorId: string | null): Promise<void> {
  await tx.deleteFrom('conversations').where('id', '=', id).execute()
  await recordEvent(tx, { type: 'chat-conversation-deleted', subjectId: id, actorId, payload: {} })
}

/** Records the event that a conversation has changed. */
export function recordConversation(
  tx: Tx,
  id: string,
  actorId: string | null,
  payload: EventPayloads['chat-conversation-changed'],
): Promise<void> {
  return recordEvent(tx, { type: 'chat-conversation-changed', subjectId: id, actorId, payload })
}
