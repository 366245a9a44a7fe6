import type { Db, Prepared, Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { messageLexemes } from '#server/features/search/public.ts'
import { type ChatSender, maxMessagesPerReply } from '#shared/chat/words.ts'
import { sql } from 'kysely'

/** A stored message. */
export interface StoredMessage {
  readonly id: string
  readonly conversationId: string
  readonly seq: number
  readonly sentOn: Date
  readonly from: ChatSender
  readonly userId: string | null
  readonly senderName: string
  readonly clientId: string | null
  readonly message: string
}

const columns = `id, conversation_id as "conversationId", seq, sent_on as "sentOn", sender as "from",
  user_id as "userId", sender_name as "senderName", client_id as "clientId", message`

const messagesAfter: Prepared = {
  name: 'chat-messages-after',
  text: `select ${columns} from chat_lines where conversation_id = $1 and seq > $2 order by seq limit $3`,
}
const messagesBefore: Prepared = {
  name: 'chat-messages-before',
  text: `select ${columns} from chat_lines where conversation_id = $1 and seq < $2 order by seq desc limit $3`,
}
const messagesById: Prepared = {
  name: 'chat-messages-by-id',
  text: `select ${columns} from chat_lines where id = any($1::text[]) order by conversation_id, seq`,
}

const endOfTime = 2_147_483_647

/**
 * Reads part of a conversation, oldest first: the messages after `after`, else those before `before`, else the last
 * ones.
 * @returns at most `maxMessagesPerReply` messages, and whether there are more in that direction
 */
export async function readMessages(
  db: Db,
  conversationId: string,
  part: { readonly after?: number | undefined; readonly before?: number | undefined },
): Promise<{ messages: StoredMessage[]; more: boolean }> {
  const limit = maxMessagesPerReply + 1
  const rows =
    part.after === undefined
      ? await db.prepared<StoredMessage>(messagesBefore, [conversationId, part.before ?? endOfTime, limit])
      : await db.prepared<StoredMessage>(messagesAfter, [conversationId, part.after, limit])
  const messages = rows.slice(0, maxMessagesPerReply)
  if (part.after === undefined) messages.reverse()
  return { messages, more: rows.length > maxMessagesPerReply }
}

/** Reads messages by their ids; a deleted one is left out. */
export function messagesOf(db: Db, ids: readonly string[]): Promise<StoredMessage[]> {
  return db.prepared<StoredMessage>(messagesById, [ids])
}

/** Adds a chat notice from the product itself, in the caller's transaction. */
export function addChatNotice(tx: Tx, conversationId: string, message: string): Promise<void> {
  const notice = { from: 'product', userId: null, senderName: 'Mothlight', message, sentOn: new Date() } as const
  return addMessage(tx, conversationId, notice)
}

/**
 * Adds a message within a larger transaction. Messages that people send in the product go through the `MessageWriter`.
 */
export async function addMessage(
  tx: Tx,
  conversationId: string,
  added: Pick<StoredMessage, 'from' | 'userId' | 'senderName' | 'message' | 'sentOn'>,
): Promise<void> {
  const { from, userId, senderName, message, sentOn } = added
  const id = newRecordId(sentOn)
  const conversation = await tx
    .updateTable('conversations')
    .set((column) => ({ last_seq: column('last_seq', '+', 1), last_line_on: sentOn }))
    .where('id', '=', conversationId)
    .returning('last_seq')
    .executeTakeFirst()
  if (!conversation) return
  const seq = conversation.last_seq
  await tx
    .insertInto('chat_lines')
    .values({
      conversation_id: conversationId,
      seq,
      id,
      sender: from,
      user_id: userId,
      sender_name: senderName,
      client_id: null,
      message,
      sent_on: sentOn,
      words: sql`array_to_tsvector(${messageLexemes(message)}::text[])`,
    })
    .execute()
  await recordEvent(tx, {
    type: 'chat-line-added',
    subjectId: id,
    actorId: userId,
    payload: { conversationId, seq, from },
  })
}
