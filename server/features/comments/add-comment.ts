import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { isRecordId, newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { lockBug, noSuchBug, noteComment } from '#server/features/bugs/public.ts'
import { autoFollow } from '#server/features/following/public.ts'
import { recordMentions } from '#server/features/texts/public.ts'
import { oncePerKey } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { addComment as endpoint } from '#shared/comments/contract.ts'
import { loadComment } from './change-comment.ts'
import { presentComment } from './comment-presenter.ts'

/**
 * Adds a comment; the bug can be found by its words from then on. The same Idempotency-Key from the same person gives
 * the comment of the first time.
 */
export async function addComment(call: Call<typeof endpoint>, tx: Tx): Promise<Comment> {
  const { actor, params, body, idempotencyKey: key } = call
  if (!isRecordId(params.bugId)) throw noSuchBug()
  const request = { userId: actor.userId, act: `comment on ${params.bugId}`, key, body: body.message }
  const id = await oncePerKey(tx, request, () => storeComment(tx, actor, params.bugId, body.message))
  return presentComment(await loadComment(tx, params.bugId, id), actor)
}

/**
 * Stores a comment of the actor, who follows the bug from then on.
 * @returns the comment's id
 * @throws AppError not-found
 */
export async function storeComment(tx: Tx, actor: Actor, bugId: string, message: string): Promise<string> {
  const bug = await lockBug(tx, bugId)
  const createdOn = new Date()
  const id = newRecordId(createdOn)
  await tx
    .insertInto('comments')
    .values({ id, bug_id: bug.id, user_id: actor.userId, created_on: createdOn, message })
    .execute()
  await recordMentions(tx, actor, { bugId: bug.id, commentId: id }, [message])
  await autoFollow(tx, bug.id, [actor.userId])
  await noteComment(tx, bug.id, id, message)
  await recordEvent(tx, {
    type: 'comment-added',
    subjectId: bug.id,
    actorId: actor.userId,
    version: 1,
    payload: { commentId: id, createdOn: createdOn.toISOString(), userId: actor.userId, message },
  })
  return id
}
