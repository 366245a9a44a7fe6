import { kindOf, loadComment, restoreComment } from '#server/features/comments/public.ts'
import {
  isChangedSince,
  mergeChanges,
  payloadOf,
  type Undo,
  type Undoers,
  undoRefusal,
} from '#server/features/history/public.ts'
import { maxCommentLength } from '#shared/comments/contract.ts'
import { changeMessage } from './edit-comment.ts'
import { fieldEvents } from './undo-bug-change.ts'

/** How changes of a comment of either kind are taken back. An edit is merged with what came later. */
export const commentUndoers: Undoers = {
  'comment-edited': undoEdit,
  'internal-comment-edited': undoEdit,
  'comment-deleted': undoDeletion,
  'internal-comment-deleted': undoDeletion,
}

async function undoEdit(undo: Undo): Promise<void> {
  const { tx, actor, bug, event } = undo
  const { commentId, from, to } = payloadOf<'comment-edited'>(undo)
  const comment = await loadComment(tx, actor, bug.id, commentId)
  const types = [kindOf(comment).events.edited]
  const texts = { base: { message: to }, theirs: comment, yours: { message: from } }
  const { merged, clashes } = mergeChanges(['message'], texts, { message: maxCommentLength })
  if (clashes.length > 0) {
    throw await undoRefusal(undo, 'The same lines have changed since.', { types, clashes, comment })
  }
  if (merged.message === comment.message) {
    throw await undoRefusal(undo, 'The words are as they were before it already.', { types, comment })
  }
  await changeMessage(tx, actor, bug, comment, merged.message, { undoes: event.id })
}

async function undoDeletion(undo: Undo): Promise<void> {
  const { tx, actor, bug, event } = undo
  const { commentId, isWaiting } = payloadOf<'comment-deleted'>(undo)
  const comment = await loadComment(tx, actor, bug.id, commentId)
  // The question is the last one still, and the reporter has not answered it meanwhile.
  const asksAgain =
    isWaiting !== undefined &&
    bug.askedIn === commentId &&
    !bug.isWaiting &&
    !(await isChangedSince(undo, fieldEvents, ['isWaiting']))
  await restoreComment(tx, actor, bug, comment, { undoes: event.id, asksAgain })
}
