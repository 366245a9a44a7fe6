import type { Actor } from '#server/access/actor.ts'
import type { Comment } from '#shared/comments/comment.ts'

/**
 * The author may edit and delete a comment; a person who may edit any bug may delete any comment. Only an undo restores
 * a deleted comment.
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
