import type { Actor } from '#server/access/actor.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import type { LockedBug } from '#server/features/bugs/public.ts'
import { indexComment, reindexComment } from '#server/features/search/public.ts'
import { recordMentions } from '#server/features/texts/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { commentJson, type CommentRow } from './comment-presenter.ts'

/**
 * Changes the text of a comment of a locked bug; a search finds the new words from then on.
 * @param undoes the id of the event that this undoes
 */
export async function updateMessage(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  comment: CommentRow,
  { message, undoes }: { readonly message: string; readonly undoes?: number | undefined },
): Promise<CommentRow> {
  const { commentId } = comment
  const [version, editedOn] = [comment.version + 1, new Date()]
  const mentions = await recordMentions(tx, actor, { bugId: bug.id, commentId }, [message], [comment.message])
  await tx.updateTable('comments').set({ message, edited_on: editedOn, version }).where('id', '=', commentId).execute()
  if (comment.deletedOn === null) await reindexComment(tx, bug.id, commentId, message)
  await recordEvent(tx, {
    type: 'comment-edited',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { commentId, from: comment.message, to: message, editedOn: editedOn.toISOString() },
    version,
    undoes,
  })
  return { ...comment, message, version, editedOn, mentions }
}

/** Restores a deleted comment's text. @param undoes the id of the event that deleted it */
export async function restoreComment(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  { commentId, message }: CommentRow,
  undoes: number,
): Promise<void> {
  await tx.updateTable('comments').set({ deleted_on: null }).where('id', '=', commentId).execute()
  await indexComment(tx, bug.id, commentId, message)
  await recordEvent(tx, {
    type: 'comment-restored',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { commentId },
    undoes,
  })
}

const aComment: Prepared = {
  name: 'comment',
  text: `select ${commentJson} as comment from comments c join users u on u.id = c.user_id
    where c.id = $1 and c.bug_id = $2`,
}

/** Loads a comment of a bug that the caller has locked. @throws AppError not-found */
export async function loadComment(tx: Tx, bugId: string, commentId: string): Promise<CommentRow> {
  const [row] = isRecordId(commentId) ? await tx.prepared<{ comment: CommentRow }>(aComment, [commentId, bugId]) : []
  if (!row) throw new AppError('not-found', 'This bug has no comment with this id.', { field: 'commentId' })
  return row.comment
}
