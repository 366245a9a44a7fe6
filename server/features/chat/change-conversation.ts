import type { Db, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type * as chat from '#shared/chat/contract.ts'
import { addChatNotice } from './message-store.ts'
import { noConversation } from './speaker.ts'
import { recordConversation, removeConversation } from './visitor-store.ts'

interface LockedConversation {
  readonly id: string
  readonly takenBy: string | null
  readonly takenByName: string | null
  readonly isClosed: boolean
  readonly isBlocked: boolean
}

/**
 * Locks a conversation for the rest of the transaction, so that a decision still holds when it is written.
 * @throws AppError not-found
 */
export async function lockConversation(tx: Tx, id: string): Promise<LockedConversation> {
  const row = isRecordId(id)
    ? await tx
        .selectFrom('conversations')
        .leftJoin('users', 'users.id', 'conversations.taken_by')
        .select(['conversations.id', 'taken_by', 'closed_on', 'blocked_on', 'users.full_name'])
        .where('conversations.id', '=', id)
        .where('last_seq', '>', 0)
        .forNoKeyUpdate('conversations')
        .executeTakeFirst()
    : undefined
  if (!row) throw noConversation()
  return {
    id: row.id,
    takenBy: row.taken_by,
    takenByName: row.full_name,
    isClosed: row.closed_on !== null,
    isBlocked: row.blocked_on !== null,
  }
}

/** Checks that a conversation exists and has messages. @throws AppError not-found */
export async function requireConversation(db: Db, id: string): Promise<void> {
  const row = isRecordId(id)
    ? await db
        .selectFrom('conversations')
        .select('id')
        .where('id', '=', id)
        .where('last_seq', '>', 0)
        .executeTakeFirst()
    : undefined
  if (!row) throw noConversation()
}

/**
 * Assigns a conversation to the caller, or removes the assignment.
 * @throws AppError conflict when another person has it and the caller does not force it
 */
export async function takeConversation(call: Call<typeof chat.takeConversation>, tx: Tx): Promise<void> {
  const { actor, params, body } = call
  const { id, takenBy, takenByName } = await lockConversation(tx, params.conversationId)
  if (takenBy !== null && takenBy !== actor.userId && body.from !== takenBy) {
    throw new AppError('conflict', `${takenByName ?? 'Somebody else'} has taken this conversation.`, { field: 'taken' })
  }
  const takes = body.taken ? actor.userId : null
  if (takes === takenBy) return
  await tx.updateTable('conversations').set({ taken_by: takes }).where('id', '=', id).execute()
  await recordConversation(tx, id, actor.userId, { what: body.taken ? 'taken' : 'given-back' })
}

/**
 * Closes or opens a conversation; its visitor is told of the closing, which also counts as an answer. The same state again changes
 * nothing.
 */
export async function closeConversation(call: Call<typeof chat.closeConversation>, tx: Tx): Promise<void> {
  const { actor, params, body } = call
  const { id, isClosed } = await lockConversation(tx, params.conversationId)
  if (isClosed === body.closed) return
  await tx
    .updateTable('conversations')
    .set(body.closed ? { closed_on: new Date(), waiting_since: null } : { closed_on: null })
    .where('id', '=', id)
    .execute()
  if (body.closed) await addChatNotice(tx, id, 'This conversation was closed. Write again to open it.')
  await recordConversation(tx, id, actor.userId, { what: body.closed ? 'closed' : 'reopened' })
}

/** Blocks a visitor from writing, or lets them write again. */
export async function blockVisitor(call: Call<typeof chat.blockVisitor>, tx: Tx): Promise<void> {
  const { actor, params, body } = call
  const { id, isBlocked } = await lockConversation(tx, params.conversationId)
  if (isBlocked === body.blocked) return
  await tx
    .updateTable('conversations')
    .set({ blocked_on: body.blocked ? new Date() : null })
    .where('id', '=', id)
    .execute()
  await recordConversation(tx, id, actor.userId, { what: body.blocked ? 'blocked' : 'unblocked' })
}

/** Deletes a conversation with all its messages. */
export async function deleteConversation(call: Call<typeof chat.deleteConversation>, tx: Tx): Promise<void> {
  const { id } = await lockConversation(tx, call.params.conversationId)
  await removeConversation(tx, id, call.actor.userId)
}
