import type { Actor } from '#server/access/actor.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { requireBug } from '#server/features/bugs/public.ts'
import { commentJson, type CommentRow, presentComment } from '#server/features/comments/public.ts'
import { mergedTree, oneOfTree } from '#server/features/following/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { ParamsOf, QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import {
  defaultMergedComments,
  type listMergedComments as endpoint,
  type MergedComment,
} from '#shared/merging/contract.ts'

/** The last comments before a place, latest first. Of the place only its moment counts, and its id among equals. */
const lastComments: Prepared = {
  name: 'merged-comments',
  text: `${mergedTree('$1')}
    select ${commentJson} as comment,
        json_build_object('_id', b.id, 'title', b.title, 'isClosed', b.is_closed) as bug
      from comments c join bugs b on b.id = c.bug_id join users u on u.id = c.user_id
      where c.bug_id = ${oneOfTree} and c.bug_id <> $1 and ($2::text is null
        or (c.created_on, c.id) < (select p.created_on, p.id from comments p where p.id = $2))
      order by c.created_on desc, c.id desc limit $3`,
}

const total: Prepared = {
  name: 'merged-comments-total',
  text: `${mergedTree('$1')}
    select coalesce(sum(b.comment_count), 0)::integer as total from bugs b where b.id = ${oneOfTree} and b.id <> $1`,
}

/**
 * A stretch of the comments of all bugs that were merged into one, oldest first.
 * @throws AppError not-found; invalid-input for a place that is no comment
 */
export async function mergedComments(
  db: Db,
  actor: Actor,
  { bugId }: ParamsOf<typeof endpoint>,
  { before, limit = defaultMergedComments }: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  await requireBug(db, bugId)
  if (before !== undefined) await requireComment(db, before)
  const rows = await db.prepared<{ comment: CommentRow; bug: MergedComment['bug'] }>(lastComments, [
    bugId,
    before ?? null,
    limit + 1,
  ])
  const [count] = await db.prepared<{ total: number }>(total, [bugId])
  return {
    result: rows
      .slice(0, limit)
      .toReversed()
      .map(({ comment, bug }) => ({ comment: presentComment(comment, actor), bug })),
    total: count?.total ?? 0,
    more: rows.length > limit,
  }
}

async function requireComment(db: Db, id: string): Promise<void> {
  const row = isRecordId(id)
    ? await db.selectFrom('comments').select('id').where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw new AppError('invalid-input', 'before must be the id of a comment.', { field: 'before' })
}
