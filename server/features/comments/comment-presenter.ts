import type { Actor } from '#server/access/actor.ts'
import type { Comment } from '#shared/comments/contract.ts'
import { commentAbilities } from './policy.ts'

/** A comment as PostgreSQL's JSON gives it, moments as text. */
export interface CommentRow {
  readonly commentId: string
  readonly user: { readonly _id: string; readonly fullName: string }
  readonly createdOn: string | Date
  readonly editedOn: string | Date | null
  readonly deletedOn: string | Date | null
  readonly message: string
}

export function presentComment(row: CommentRow, actor: Actor): Comment {
  const isDeleted = row.deletedOn !== null
  return {
    commentId: row.commentId,
    user: row.user,
    createdOn: new Date(row.createdOn).toISOString(),
    message: isDeleted ? '' : row.message,
    ...(row.editedOn !== null && !isDeleted && { editedOn: new Date(row.editedOn).toISOString() }),
    isDeleted,
    abilities: commentAbilities(actor, { authorId: row.user._id, isDeleted }),
  }
}
