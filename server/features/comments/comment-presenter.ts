import type { Actor } from '#server/access/actor.ts'
import { isoTimestamp } from '#server/db/iso-timestamps.ts'
import { mentionsOfComment } from '#server/features/texts/public.ts'
import type { Comment } from '#shared/comments/comment.ts'
import type { Mention } from '#shared/texts/mention.ts'
import { commentAbilities } from './policy.ts'

/** A comment in PostgreSQL's JSON, with timestamps as text. */
export interface CommentRow {
  readonly commentId: string
  readonly user: { readonly _id: string; readonly fullName: string }
  readonly createdOn: string | Date
  readonly editedOn: string | Date | null
  readonly deletedOn: string | Date | null
  readonly message: string
  readonly version: number
  readonly mentions: readonly Mention[]
  readonly isInternal: boolean
}

const jsonOf = (mentions: string, isInternal: boolean) => `json_build_object(
  'commentId', c.id, 'user', json_build_object('_id', u.id, 'fullName', u.full_name), 'createdOn', c.created_on,
  'editedOn', c.edited_on, 'deletedOn', c.deleted_on, 'message', c.message, 'version', c.version,
  'mentions', ${mentions}, 'isInternal', ${isInternal})`

/** JSON of a comment `c` and its author `u`, in the shape of `CommentRow`. */
export const commentJson = jsonOf(mentionsOfComment, false)

/** The same of a row `c` of `internal_comments`, for who may see it. */
export const internalCommentJson = jsonOf('c.mentions', true)

/** The fields of a comment in `commentLists`. */
export type CommentFields = readonly [
  commentId: string,
  userId: string,
  fullName: string,
  createdOn: string,
  editedOn: string | null,
  deletedOn: string | null,
  message: string,
  version: number,
]

/**
 * The comments of the bug `b`, oldest first, as JSON arrays of their fields in order; null without any. For reading
 * many: writing the fields' names into each comment takes as long as finding them.
 */
export const commentLists = `case when b.comment_count > 0 then (
    select json_agg(json_build_array(
        c.id, u.id, u.full_name, c.created_on, c.edited_on, c.deleted_on, c.message, c.version
      ) order by c.created_on, c.id)
    from comments c join users u on u.id = c.user_id where c.bug_id = b.id
  ) end`

/**
 * Converts comments. @param lists the result of `commentLists` @param mentions mentioned people, by the comment's id
 */
export function commentsOfLists(
  lists: readonly CommentFields[] | null,
  mentions: ReadonlyMap<string | null, readonly Mention[]>,
): CommentRow[] {
  return (lists ?? []).map(([commentId, userId, fullName, createdOn, editedOn, deletedOn, message, version]) => ({
    ...{ commentId, user: { _id: userId, fullName }, createdOn, editedOn, deletedOn, message, version },
    mentions: mentions.get(commentId) ?? [],
    isInternal: false,
  }))
}

/** Comments of both kinds, oldest first. */
export const inOrder = (rows: readonly CommentRow[]): CommentRow[] =>
  rows.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))

const placeOf = ({ createdOn, commentId }: CommentRow) => `${iso(createdOn)} ${commentId}`

const iso = (timestamp: string | Date) =>
  typeof timestamp === 'string' ? isoTimestamp(timestamp) : timestamp.toISOString()

export function presentComment(row: CommentRow, actor: Actor): Comment {
  const isDeleted = row.deletedOn !== null
  return {
    commentId: row.commentId,
    user: row.user,
    createdOn: iso(row.createdOn),
    message: isDeleted ? '' : row.message,
    ...(row.editedOn !== null && !isDeleted && { editedOn: iso(row.editedOn) }),
    version: row.version,
    ...(row.isInternal && { isInternal: true as const }),
    isDeleted,
    mentions: isDeleted ? [] : [...row.mentions],
    abilities: commentAbilities(actor, { authorId: row.user._id, isDeleted }),
  }
}
