import type { Actor } from '#server/access/actor.ts'
import type { Comment } from '#shared/comments/comment.ts'

/**
 * Its author edits a comment and deletes it; who may edit any bug may delete any comment. Once
 * deleted, it comes back by an undo only.
 */
export function commentAbilities(
  actor: Actor,
  comment: { readonly authorId: string; readonly isDeleted: boolean },
): Comment['abilities'] {
  const isAuthor = actor.userId === comment.authorId
  return {
    edit: !comment.isDeleted && isAuthor,
    delete: !comment.isDeleted && (isAuthor || actor.permissions.has('canEditAnyBug')),
  }
}
