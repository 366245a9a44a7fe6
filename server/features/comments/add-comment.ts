import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { isRecordId, newRecordId } from '#server/db/record-id.ts'
import type { NewEvent } from '#server/events/event.ts'
import { eventPart } from '#server/events/record-event.ts'
import { noteRecorded } from '#server/events/transactor.ts'
import { commentCountPart, holdBug, noSuchBug } from '#server/features/bugs/public.ts'
import { followingPart } from '#server/features/following/public.ts'
import { commentWordsPart } from '#server/features/search/public.ts'
import { recordMentions } from '#server/features/texts/public.ts'
import { oncePerKey } from '#server/http/once-per-key.ts'
import type { Call } from '#server/http/serve.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { addComment as endpoint } from '#shared/comments/contract.ts'
import { sql } from 'kysely'
import { loadComment } from './comment-store.ts'
import { type CommentRow, presentComment } from './comment-presenter.ts'

/**
 * Adds a comment; from then on a search finds the bug by its words. The same Idempotency-Key from the same person
 * returns the first comment.
 */
export async function addComment(call: Call<typeof endpoint>, tx: Tx): Promise<Comment> {
  const { actor, params, body, idempotencyKey: key } = call
  if (!isRecordId(params.bugId)) throw noSuchBug()
  const request = { userId: actor.userId, act: `comment on ${params.bugId}`, key, body: body.message }
  let added: CommentRow | undefined
  const id = await oncePerKey(tx, request, async () => {
    added = await insertComment(tx, actor, params.bugId, body.message)
    return added.commentId
  })
  return presentComment(added ?? (await loadComment(tx, params.bugId, id)), actor)
}

/**
 * Stores a comment of the actor, who then follows the bug.
 * @returns the comment's id
 * @throws AppError not-found
 */
export async function storeComment(tx: Tx, actor: Actor, bugId: string, message: string): Promise<string> {
  return (await insertComment(tx, actor, bugId, message)).commentId
}

async function insertComment(tx: Tx, actor: Actor, bugId: string, message: string): Promise<CommentRow> {
  await holdBug(tx, bugId)
  const createdOn = new Date()
  const id = newRecordId(createdOn)
  const { userId } = actor
  const event: NewEvent<'comment-added'> = {
    type: 'comment-added',
    subjectId: bugId,
    actorId: userId,
    version: 1,
    payload: { commentId: id, createdOn: createdOn.toISOString(), userId, message },
  }
  // One statement makes all changes of a comment, because each round trip costs as much as some of these rows. A
  // statement before it locks the bug, so that this one sees everything that existed when the lock was acquired.
  const insert = sql`with comment as (
      insert into comments (id, bug_id, user_id, created_on, message)
      values (${id}, ${bugId}, ${userId}, ${createdOn}, ${message})
    ), ${commentCountPart(bugId)}, ${commentWordsPart(tx, bugId, id, message)},
    ${followingPart(bugId, [userId], createdOn)}, ${eventPart(event)}
    select full_name as "fullName" from users where id = ${userId}`
  const [author] = await tx.run<{ fullName: string }>(insert, { keepsPlan: true })
  const mentions = await recordMentions(tx, actor, { bugId, commentId: id }, [message])
  await noteRecorded(tx, [event])
  const user = { _id: userId, fullName: author?.fullName ?? actor.fullName }
  return { commentId: id, user, createdOn, editedOn: null, deletedOn: null, message, version: 1, mentions }
}
