import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { lockBug } from '#server/features/bugs/public.ts'
import { reindexComment } from '#server/features/search/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { deleteComment as endpoint } from '#shared/comments/contract.ts'
import { presentComment } from './comment-presenter.ts'
import { loadComment } from './comment-store.ts'

/** Removes a comment's text; its entry remains. @throws AppError forbidden, not-found */
export async function deleteComment({ actor, params }: Call<typeof endpoint>, tx: Tx): Promise<Comment> {
  const bug = await lockBug(tx, params.bugId)
  const comment = await loadComment(tx, bug.id, params.commentId)
  if (comment.deletedOn !== null) return presentComment(comment, actor)
  if (!presentComment(comment, actor).abilities.delete)
    throw new AppError('forbidden', 'A comment is deleted by its author, or with canEditAnyBug.')
  const deletedOn = new Date()
  await tx.updateTable('comments').set({ deleted_on: deletedOn }).where('id', '=', comment.commentId).execute()
  await reindexComment(tx, bug.id, comment.commentId, undefined)
  await recordEvent(tx, {
    type: 'comment-deleted',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { commentId: comment.commentId, message: comment.message, deletedOn: deletedOn.toISOString() },
  })
  return presentComment({ ...comment, deletedOn }, actor)
}
