import type { Actor } from '#server/access/actor.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { type LockedBug, lockBug } from '#server/features/bugs/public.ts'
import { changesSince, conflictError, isStale, mergeChanges } from '#server/features/history/public.ts'
import { indexComment, reindexComment } from '#server/features/search/public.ts'
import { recordMentions } from '#server/features/texts/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Comment } from '#shared/comments/comment.ts'
import {
  type deleteComment as deleteEndpoint,
  type editComment as editEndpoint,
  maxCommentLength,
} from '#shared/comments/contract.ts'
import { sql } from 'kysely'
import { commentJson, type CommentRow, presentComment } from './comment-presenter.ts'

/** Changes one's own comment. Its earlier words stay in the event. @throws AppError forbidden, not-found, conflict */
export async function editComment({ actor, params, body }: Call<typeof editEndpoint>, tx: Tx): Promise<Comment> {
  const bug = await lockBug(tx, params.bugId)
  const comment = await loadComment(tx, bug.id, params.commentId)
  if (!presentComment(comment, actor).abilities.edit)
    throw new AppError('forbidden', 'Only its author edits a comment.')
  return presentComment(await changeMessage(tx, actor, bug, comment, body.message, body), actor)
}

/**
 * Changes the words of a comment. With the version that the change began from, what was changed since stays: both are
 * merged.
 * @throws AppError conflict when both changed the same lines; nothing is stored then
 */
export async function changeMessage(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  comment: CommentRow,
  message: string,
  { baseVersion, undoes }: { readonly baseVersion?: number | undefined; readonly undoes?: number },
): Promise<CommentRow> {
  const next = isStale(comment, baseVersion) ? await merged(tx, actor, bug, comment, message, baseVersion) : message
  if (comment.message === next) return comment
  const { commentId } = comment
  const [version, editedOn] = [comment.version + 1, new Date()]
  const mentions = await recordMentions(tx, actor, { bugId: bug.id, commentId }, [next], [comment.message])
  await tx
    .updateTable('comments')
    .set({ message: next, edited_on: editedOn, version })
    .where('id', '=', commentId)
    .execute()
  if (comment.deletedOn === null) await reindexComment(tx, bug.id, commentId, next)
  await recordEvent(tx, {
    type: 'comment-edited',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { commentId, from: comment.message, to: next, editedOn: editedOn.toISOString() },
    version,
    undoes,
  })
  return { ...comment, message: next, version, editedOn, mentions }
}

async function merged(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  { commentId, message: theirs, version }: CommentRow,
  yours: string,
  baseVersion: number,
): Promise<string> {
  const base = await messageAt(tx, bug.id, commentId, baseVersion)
  const texts = { base: { message: base ?? theirs }, theirs: { message: theirs }, yours: { message: yours } }
  const { merged: joined, clashes } = mergeChanges(['message'], texts, { message: maxCommentLength })
  if (clashes.length === 0) return joined.message
  throw conflictError('The same lines of this comment were changed elsewhere meanwhile; nothing was stored.', {
    version,
    since: await changesSince(tx, actor, bug, { types: ['comment-edited'], version: baseVersion, commentId }),
    clashes,
    merged: joined,
  })
}

/** A comment's words as of one of its versions; undefined when it has not changed since. */
async function messageAt(tx: Tx, bugId: string, commentId: string, version: number): Promise<string | undefined> {
  const { rows } = await sql<{ message: string }>`
    select payload ->> 'from' as message from events
    where subject_id = ${bugId} and type = 'comment-edited' and payload ->> 'commentId' = ${commentId}
      and version > ${version} order by id limit 1`.execute(tx)
  return rows[0]?.message
}

/** Takes a comment's words away; that somebody said something then stays. @throws AppError forbidden, not-found */
export async function deleteComment({ actor, params }: Call<typeof deleteEndpoint>, tx: Tx): Promise<Comment> {
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

/** Brings a deleted comment's words back. @param undoes the number of the event that deleted it */
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

/** A comment of a bug that the caller has locked. @throws AppError not-found */
export async function loadComment(tx: Tx, bugId: string, commentId: string): Promise<CommentRow> {
  const [row] = isRecordId(commentId) ? await tx.prepared<{ comment: CommentRow }>(aComment, [commentId, bugId]) : []
  if (!row) throw new AppError('not-found', 'This bug has no comment with this id.', { field: 'commentId' })
  return row.comment
}
