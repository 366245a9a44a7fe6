import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { type LockedBug, lockBug } from '#server/features/bugs/public.ts'
import {
  type CommentRow,
  kindOf,
  loadComment,
  presentComment,
  updateMessage,
} from '#server/features/comments/public.ts'
import { changesSince, conflictError, isStale, mergeChanges } from '#server/features/history/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Comment } from '#shared/comments/comment.ts'
import { type editComment as endpoint, maxCommentLength } from '#shared/comments/contract.ts'
import { sql } from 'kysely'
import type { ChangeOptions } from './change-options.ts'

/** Changes one's own comment. Its earlier words stay in the event. @throws AppError forbidden, not-found, conflict */
export async function editComment({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<Comment> {
  const bug = await lockBug(tx, actor, params.bugId)
  const comment = await loadComment(tx, actor, bug.id, params.commentId)
  if (body.isInternal !== undefined && body.isInternal !== comment.isInternal)
    throw new AppError(
      'invalid-input',
      'A comment stays internal, or not, as it was written. Delete it and write it again.',
      { field: 'isInternal' },
    )
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
  { baseVersion, undoes }: ChangeOptions,
): Promise<CommentRow> {
  const next = isStale(comment, baseVersion) ? await merged(tx, actor, bug, comment, message, baseVersion) : message
  if (comment.message === next) return comment
  return updateMessage(tx, actor, bug, comment, { message: next, undoes })
}

async function merged(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  comment: CommentRow,
  yours: string,
  baseVersion: number,
): Promise<string> {
  const { commentId, message: theirs, version } = comment
  const { edited } = kindOf(comment).events
  const base = await messageAt(tx, bug.id, { commentId, edited }, baseVersion)
  const texts = { base: { message: base ?? theirs }, theirs: { message: theirs }, yours: { message: yours } }
  const { merged: joined, clashes } = mergeChanges(['message'], texts, { message: maxCommentLength })
  if (clashes.length === 0) return joined.message
  throw conflictError('The same lines of this comment were changed elsewhere meanwhile; nothing was stored.', {
    version,
    since: await changesSince(tx, actor, bug, { types: [edited], version: baseVersion, commentId }),
    clashes,
    merged: joined,
  })
}

/** A comment's words as of one of its versions; undefined when it has not changed since. */
async function messageAt(
  tx: Tx,
  bugId: string,
  { commentId, edited }: { readonly commentId: string; readonly edited: string },
  version: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ message: string }>`
    select payload ->> 'from' as message from events
    where subject_id = ${bugId} and type = ${edited} and payload ->> 'commentId' = ${commentId}
      and version > ${version} order by id limit 1`.execute(tx)
  return rows[0]?.message
}
