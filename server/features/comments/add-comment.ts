import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { lockBug, noteComment } from '#server/features/bugs/public.ts'
import type { Call } from '#server/http/serve.ts'
import type { addComment as endpoint, Comment } from '#shared/comments/contract.ts'
import { presentComment } from './comment-presenter.ts'

/** Adds a comment; the bug can be found by its words from then on. */
export async function addComment({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<Comment> {
  const bug = await lockBug(tx, params.bugId)
  const createdOn = new Date()
  const id = newRecordId(createdOn)
  const { message } = body
  await tx
    .insertInto('comments')
    .values({ id, bug_id: bug.id, user_id: actor.userId, created_on: createdOn, message })
    .execute()
  await noteComment(tx, bug.id, message)
  await recordEvent(tx, {
    type: 'comment-added',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { commentId: id, createdOn: createdOn.toISOString(), userId: actor.userId, message },
  })
  const user = { _id: actor.userId, fullName: actor.fullName }
  return presentComment({ commentId: id, user, createdOn, editedOn: null, deletedOn: null, message }, actor)
}
