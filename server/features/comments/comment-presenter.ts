import type { Actor } from '#server/access/actor.ts'
import { mentionsOfComment } from '#server/features/texts/public.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { Mention } from '#shared/texts/mention.ts'
import { commentAbilities } from './policy.ts'

/** A comment as PostgreSQL's JSON gives it, moments as text. */
export interface CommentRow {
  readonly commentId: string
  readonly user: { readonly _id: string; readonly fullName: string }
  readonly createdOn: string | Date
  readonly editedOn: string | Date | null
  readonly deletedOn: string | Date | null
  readonly message: string
  readonly version: number
  readonly mentions: readonly Mention[]
}

/** JSON of a comment `c` and its author `u`, in the shape of `CommentRow`. */
export const commentJson = `json_build_object(
  'commentId', c.id, 'user', json_build_object('_id', u.id, 'fullName', u.full_name), 'createdOn', c.created_on,
  'editedOn', c.edited_on, 'deletedOn', c.deleted_on, 'message', c.message, 'version', c.version,
  'mentions', ${mentionsOfComment})`

export function presentComment(row: CommentRow, actor: Actor): Comment {
  const isDeleted = row.deletedOn !== null
  return {
    commentId: row.commentId,
    user: row.user,
    createdOn: new Date(row.createdOn).toISOString(),
    message: isDeleted ? '' : row.message,
    ...(row.editedOn !== null && !isDeleted && { editedOn: new Date(row.editedOn).toISOString() }),
    version: row.version,
    isDeleted,
    mentions: isDeleted ? [] : [...row.mentions],
    abilities: commentAbilities(actor, { authorId: row.user._id, isDeleted }),
  }
}
