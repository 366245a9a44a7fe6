import type { Actor } from '#server/access/actor.ts'
import type { Db, Prepared, Tx } from '#server/db/database.ts'
import { isRecordId, newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { messageLexemes } from '#server/features/search/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { oncePerKey } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import type { addNote as endpoint, ChatNote } from '#shared/chat/contract.ts'
import { sql } from 'kysely'
import { lockConversation, requireConversation } from './change-conversation.ts'
import { noConversation } from './speaker.ts'
import { seesNotes } from './staff.ts'

/** Notes of a conversation that are read at most, the last ones. */
const mostNotes = 500

interface NoteRow {
  readonly id: string
  readonly user_id: string
  readonly full_name: string
  readonly message: string
  readonly sent_on: Date
}

const columns = `n.id, n.user_id, u.full_name, n.message, n.sent_on`

const ofConversation: Prepared = {
  name: 'chat-notes',
  text: `select ${columns} from chat_notes n join users u on u.id = n.user_id where n.conversation_id = $1
    order by n.sent_on desc, n.id desc limit ${mostNotes}`,
}

const aNote: Prepared = {
  name: 'chat-note',
  text: `select ${columns} from chat_notes n join users u on u.id = n.user_id where n.id = $1 and n.conversation_id = $2`,
}

/** Returns the notes of a conversation, oldest first. @throws AppError not-found, also without canViewInternalComments */
export async function listNotes(db: Db, actor: Actor, conversationId: string): Promise<ChatNote[]> {
  requireSight(actor)
  await requireConversation(db, conversationId)
  const rows = await db.prepared<NoteRow>(ofConversation, [conversationId])
  return rows.toReversed().map((row) => present(row, conversationId))
}

/**
 * Adds a note. It is no answer: the conversation waits, is unread and is assigned as before, and nothing is told to its visitor.
 * @throws AppError not-found, also without canViewInternalComments
 */
export async function addNote(
  { actor, params: { conversationId }, body, idempotencyKey: key }: Call<typeof endpoint>,
  tx: Tx,
): Promise<ChatNote> {
  requireSight(actor)
  if (!isRecordId(conversationId)) throw noConversation()
  await lockConversation(tx, conversationId)
  const request = { userId: actor.userId, act: `note on ${conversationId}`, key, body: body.message }
  const noteId = await oncePerKey(tx, request, async () => {
    const sentOn = new Date()
    const id = newRecordId(sentOn)
    await tx
      .insertInto('chat_notes')
      .values({
        ...{ id, conversation_id: conversationId, user_id: actor.userId, sent_on: sentOn, message: body.message },
        words: sql`array_to_tsvector(${messageLexemes(body.message)}::text[])`,
      })
      .execute()
    await recordEvent(tx, {
      type: 'chat-note-added',
      subjectId: conversationId,
      actorId: actor.userId,
      payload: { noteId: id },
    })
    return id
  })
  const [row] = await tx.prepared<NoteRow>(aNote, [noteId, conversationId])
  if (!row) throw noConversation()
  return present(row, conversationId)
}

/** For who answers visitors and sees no notes, there are none. */
function requireSight(actor: Actor): void {
  if (!seesNotes(actor)) throw new AppError('not-found', 'This conversation has no notes.', { field: 'conversationId' })
}

const present = ({ id, user_id, full_name, message, sent_on }: NoteRow, conversationId: string): ChatNote => ({
  _id: id,
  conversationId,
  by: { _id: user_id, fullName: full_name },
  message,
  sentAt: sent_on.toISOString(),
})
