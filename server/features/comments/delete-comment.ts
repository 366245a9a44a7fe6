import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { lockBug } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { deleteComment as endpoint } from '#shared/comments/contract.ts'
import { presentComment } from './comment-presenter.ts'
import { loadComment } from './comment-store.ts'
import { kindOf } from './kinds.ts'
import { takeQuestionBack } from './take-question-back.ts'

/** Removes a comment's text; its entry remains. @throws AppError forbidden, not-found */
export async function deleteComment({ actor, params }: Call<typeof endpoint>, tx: Tx): Promise<Comment> {
  const bug = await lockBug(tx, actor, params.bugId)
  const comment = await loadComment(tx, actor, bug.id, params.commentId)
  if (comment.deletedOn !== null) return presentComment(comment, actor)
  if (!presentComment(comment, actor).abilities.delete)
    throw new AppError('forbidden', 'A comment is deleted by its author, or with canEditAnyBug.')
  const deletedOn = new Date()
  const kind = kindOf(comment)
  await kind.setDeleted(tx, bug.id, comment, deletedOn)
  const isTakenBack = await takeQuestionBack(tx, bug, comment.commentId)
  await recordEvent(tx, {
    type: kind.events.deleted,
    subjectId: bug.id,
    actorId: actor.userId,
    payload: {
      ...{ commentId: comment.commentId, message: comment.message, deletedOn: deletedOn.toISOString() },
      ...(isTakenBack && { isWaiting: { from: true, to: false } }),
    },
  })
  return presentComment({ ...comment, deletedOn }, actor)
}
