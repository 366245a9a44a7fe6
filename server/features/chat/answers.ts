import type { Db, Tx } from '#server/db/database.ts'
import { isRecordId, newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type * as chat from '#shared/chat/contract.ts'

type CannedAnswer = chat.CannedAnswer

/** Returns all canned answers, A to Z. */
export async function listAnswers(db: Db): Promise<CannedAnswer[]> {
  const rows = await db.selectFrom('chat_answers').select(['id', 'title', 'message']).execute()
  return rows
    .map(({ id, title, message }) => ({ _id: id, title, message }))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en') || (one._id < other._id ? -1 : 1))
}

export async function createAnswer({ actor, body }: Call<typeof chat.createAnswer>, tx: Tx): Promise<CannedAnswer> {
  const now = new Date()
  const id = newRecordId(now)
  await tx
    .insertInto('chat_answers')
    .values({ id, ...body, created_on: now, created_by: actor.userId })
    .execute()
  await record(tx, id, actor.userId, 'added')
  return { _id: id, ...body }
}

/** Changes a canned answer. The same content changes nothing. @throws AppError not-found */
export async function editAnswer(call: Call<typeof chat.editAnswer>, tx: Tx): Promise<CannedAnswer> {
  const { actor, params, body } = call
  const { answerId } = params
  const known = isRecordId(answerId)
    ? await tx
        .selectFrom('chat_answers')
        .select(['title', 'message'])
        .where('id', '=', answerId)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!known) throw noAnswer()
  if (known.title !== body.title || known.message !== body.message) {
    await tx.updateTable('chat_answers').set(body).where('id', '=', answerId).execute()
    await record(tx, answerId, actor.userId, 'edited')
  }
  return { _id: answerId, ...body }
}

/** Deletes a canned answer. @throws AppError not-found */
export async function deleteAnswer({ actor, params }: Call<typeof chat.deleteAnswer>, tx: Tx): Promise<void> {
  const deleted = isRecordId(params.answerId)
    ? await tx.deleteFrom('chat_answers').where('id', '=', params.answerId).returning('id').executeTakeFirst()
    : undefined
  if (!deleted) throw noAnswer()
  await record(tx, deleted.id, actor.userId, 'deleted')
}

const record = (tx: Tx, id: string, actorId: string, what: 'added' | 'edited' | 'deleted') =>
  recordEvent(tx, { type: 'chat-answer-changed', subjectId: id, actorId, payload: { what } })

const noAnswer = () => new AppError('not-found', 'There is no such answer.', { field: 'answerId' })
