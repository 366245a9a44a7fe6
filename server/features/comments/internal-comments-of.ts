import type { Actor } from '#server/access/actor.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { type CommentRow, internalCommentJson } from './comment-presenter.ts'

const internalOfBug: Prepared = {
  name: 'internal-comments-of-bug',
  text: `select ${internalCommentJson} as comment from internal_comments c join users u on u.id = c.user_id
    where c.bug_id = $1 order by c.created_on, c.id`,
}

/** Returns the internal comments of a bug that `actor` sees, oldest first; without the permission, none are asked for. */
export async function internalCommentsOf(db: Db, { sees }: Pick<Actor, 'sees'>, bugId: string): Promise<CommentRow[]> {
  if (!sees.internalComments) return []
  const rows = await db.prepared<{ comment: CommentRow }>(internalOfBug, [bugId])
  return rows.map(({ comment }) => comment)
}
