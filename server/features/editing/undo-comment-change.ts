import { loadComment, restoreComment } from '#server/features/comments/public.ts'
import { mergeChanges, payloadOf, type Undoers, undoRefusal } from '#server/features/history/public.ts'
import { maxCommentLength } from '#shared/comments/contract.ts'
import { changeMessage } from './edit-comment.ts'

/** How changes of a comment are taken back. An edit is merged with what came later. */
export const commentUndoers: Undoers = {
  'comment-edited': async (undo) => {
    const { tx, actor, bug, event } = undo
    const { commentId, from, to } = payloadOf<'comment-edited'>(undo)
    const comment = await loadComment(tx, bug.id, commentId)
    const texts = { base: { message: to }, theirs: comment, yours: { message: from } }
    const { merged, clashes } = mergeChanges(['message'], texts, { message: maxCommentLength })
    if (clashes.length > 0) {
      const against = { types: ['comment-edited'] as const, clashes, comment }
      throw await undoRefusal(undo, 'The same lines have changed since.', against)
    }
    if (merged.message === comment.message) {
      const against = { types: ['comment-edited'] as const, comment }
      throw await undoRefusal(undo, 'The words are as they were before it already.', against)
    }
    await changeMessage(tx, actor, bug, comment, merged.message, { undoes: event.id })
  },
  'comment-deleted': async (undo) => {
    const { tx, actor, bug, event } = undo
    const comment = await loadComment(tx, bug.id, payloadOf<'comment-deleted'>(undo).commentId)
    await restoreComment(tx, actor, bug, comment, event.id)
  },
}
