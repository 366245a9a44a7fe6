import type { Actor } from '#server/access/actor.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { type LockedBug, setWaiting } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { commentJson, type CommentRow, internalCommentJson } from './comment-presenter.ts'
import { kindOf } from './kinds.ts'

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
  const kind = kindOf(comment)
  const mentions = await kind.setMessage(tx, actor, bug.id, comment, { message, version, editedOn })
  await recordEvent(tx, {
    type: kind.events.edited,
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { commentId, from: comment.message, to: message, editedOn: editedOn.toISOString() },
    version,
    undoes,
  })
  return { ...comment, message, version, editedOn, mentions }
}

/**
 * Restores a deleted comment's text. @param undoes the id of the event that deleted it
 * @param asksAgain the bug waits for its reporter again, whom the comment asks
 */
export async function restoreComment(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  comment: CommentRow,
  { undoes, asksAgain }: { readonly undoes: number; readonly asksAgain: boolean },
): Promise<void> {
  const kind = kindOf(comment)
  if (asksAgain) await setWaiting(tx, bug.id, true, { owed_since: null })
  await kind.setDeleted(tx, bug.id, comment, null)
  await recordEvent(tx, {
    type: kind.events.restored,
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { commentId: comment.commentId, ...(asksAgain && { isWaiting: { from: false, to: true } }) },
    undoes,
  })
}

/** The same statement for a comment that is not there and for an internal one that the reader may not see. */
const aComment: Prepared = {
  name: 'comment',
  text: `select ${commentJson} as comment from comments c join users u on u.id = c.user_id
    where c.id = $1 and c.bug_id = $2
    union all
    select ${internalCommentJson} as comment from internal_comments c join users u on u.id = c.user_id
    where c.id = $1 and c.bug_id = $2 and $3::boolean`,
}

/**
 * Loads a comment of either kind, of a bug that the caller has locked.
 * @throws AppError not-found, also for an internal one that the actor may not see
 */
export async function loadComment(
  tx: Tx,
  actor: Pick<Actor, 'sees'>,
  bugId: string,
  commentId: string,
): Promise<CommentRow> {
  const values = [commentId, bugId, actor.sees.internalComments]
  const [row] = isRecordId(commentId) ? await tx.prepared<{ comment: CommentRow }>(aComment, values) : []
  if (!row) throw new AppError('not-found', 'This bug has no comment with this id.', { field: 'commentId' })
  return row.comment
}
