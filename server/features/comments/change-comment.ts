import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { lockBug, rewriteWords } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type {
  Comment,
  deleteComment as deleteEndpoint,
  editComment as editEndpoint,
} from '#shared/comments/contract.ts'
import { type CommentRow, presentComment } from './comment-presenter.ts'

/** Changes one's own comment. Its earlier words stay in the event. @throws AppError forbidden, not-found */
export async function editComment({ actor, params, body }: Call<typeof editEndpoint>, tx: Tx): Promise<Comment> {
  const bug = await lockBug(tx, params.bugId)
  const comment = await findComment(tx, bug.id, params.commentId)
  if (!presentComment(comment, actor).abilities.edit)
    throw new AppError('forbidden', 'Only its author edits a comment.')
  if (comment.message === body.message) return presentComment(comment, actor)
  const editedOn = new Date()
  const { message } = body
  await tx.updateTable('comments').set({ message, edited_on: editedOn }).where('id', '=', comment.commentId).execute()
  await rewriteWords(tx, bug)
  await recordEvent(tx, {
    type: 'comment-edited',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { commentId: comment.commentId, from: comment.message, to: message },
  })
  return presentComment({ ...comment, message, editedOn }, actor)
}

/** Takes a comment's words away; that somebody said something then stays. @throws AppError forbidden, not-found */
export async function deleteComment({ actor, params }: Call<typeof deleteEndpoint>, tx: Tx): Promise<Comment> {
  const bug = await lockBug(tx, params.bugId)
  const comment = await findComment(tx, bug.id, params.commentId)
  if (comment.deletedOn !== null) return presentComment(comment, actor)
  refuseOthers(comment, actor)
  const deletedOn = new Date()
  await tx.updateTable('comments').set({ deleted_on: deletedOn }).where('id', '=', comment.commentId).execute()
  await rewriteWords(tx, bug)
  await recordEvent(tx, {
    type: 'comment-deleted',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { commentId: comment.commentId, message: comment.message },
  })
  return presentComment({ ...comment, deletedOn }, actor)
}

function refuseOthers(comment: CommentRow, actor: Actor): void {
  if (presentComment(comment, actor).abilities.delete) return
  throw new AppError('forbidden', 'A comment is deleted by its author, or with canEditAnyBug.')
}

async function findComment(tx: Tx, bugId: string, commentId: string): Promise<CommentRow> {
  const row = isRecordId(commentId)
    ? await tx
        .selectFrom('comments')
        .innerJoin('users', 'users.id', 'comments.user_id')
        .select(['comments.id', 'user_id', 'full_name', 'comments.created_on', 'edited_on', 'deleted_on', 'message'])
        .where('comments.id', '=', commentId)
        .where('bug_id', '=', bugId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('not-found', 'This bug has no comment with this id.', { field: 'commentId' })
  return {
    commentId: row.id,
    user: { _id: row.user_id, fullName: row.full_name },
    createdOn: row.created_on,
    editedOn: row.edited_on,
    deletedOn: row.deleted_on,
    message: row.message,
  }
}
