import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { isRecordId, newRecordId } from '#server/db/record-id.ts'
import type { NewEvent } from '#server/events/event.ts'
import { eventPart } from '#server/events/record-event.ts'
import { noteRecorded } from '#server/events/transactor.ts'
import { holdBug, noSuchBug, requireBug } from '#server/features/bugs/public.ts'
import { oncePerKey } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { addInternalComment as endpoint } from '#shared/comments/contract.ts'
import { sql } from 'kysely'
import { loadComment } from './comment-store.ts'
import { presentComment } from './comment-presenter.ts'
import { internalMentions, internalWords } from './kinds.ts'

/**
 * Adds an internal comment. It changes nothing that others can see: no count, no place in a list, no follower. The same
 * Idempotency-Key from the same person returns the first one.
 */
export async function addInternalComment(call: Call<typeof endpoint>, tx: Tx): Promise<Comment> {
  const { actor, params, body, idempotencyKey: key } = call
  if (!isRecordId(params.bugId)) throw noSuchBug()
  const request = { userId: actor.userId, act: `internal comment on ${params.bugId}`, key, body: body.message }
  const id = await oncePerKey(tx, request, () => insertInternalComment(tx, actor, params.bugId, body.message))
  // What was said before may be hidden by now.
  await requireBug(tx, actor, params.bugId)
  return presentComment(await loadComment(tx, actor, params.bugId, id), actor)
}

async function insertInternalComment(tx: Tx, actor: Actor, bugId: string, message: string): Promise<string> {
  await holdBug(tx, actor, bugId)
  const createdOn = new Date()
  const id = newRecordId(createdOn)
  const { userId } = actor
  const mentions = await internalMentions(tx, actor, message)
  const event: NewEvent<'internal-comment-added'> = {
    type: 'internal-comment-added',
    subjectId: bugId,
    actorId: userId,
    version: 1,
    payload: { commentId: id, createdOn: createdOn.toISOString(), userId, message },
  }
  await tx.run(
    sql`with comment as (
      insert into internal_comments (id, bug_id, user_id, created_on, message, mentions, words)
      values (${id}, ${bugId}, ${userId}, ${createdOn}, ${message}, ${JSON.stringify(mentions)}::jsonb, ${internalWords(message)})
    ), ${eventPart(event)} select`,
    { keepsPlan: true },
  )
  await noteRecorded(tx, [event])
  return id
}
