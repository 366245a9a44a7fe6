import type { Actor } from '#server/access/actor.ts'
import { seen, sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { bugLinkJson, requireBug } from '#server/features/bugs/public.ts'
import { commentJson, type CommentRow, internalCommentJson, presentComment } from '#server/features/comments/public.ts'
import { mergedTree, oneOfTree } from '#server/features/following/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { ParamsOf, QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import {
  defaultMergedComments,
  type listMergedComments as endpoint,
  type MergedComment,
} from '#shared/merging/contract.ts'

/** The first parameters are the bug and the reader's sight: what was merged into it may be hidden from them. */
const sight = 2

/** The last comments of one kind before a place, latest first. */
const lastOf = (table: string, json: string) => `
    (select ${json} as comment, ${bugLinkJson('b')} as bug, c.created_on, c.id
      from ${table} c join bugs b on b.id = c.bug_id join users u on u.id = c.user_id
      where c.bug_id = ${oneOfTree} and c.bug_id <> $1 and ${seen('b', sight)} and ($5::text is null
        or (c.created_on, c.id) < (select p.created_on, p.id from place p))
      order by c.created_on desc, c.id desc limit $6)`

/** A comment that the reader may see. Of a place only its moment counts, and its id among equals. */
const commentSeen = (id: string, isInternalSeen: string) =>
  `select c.created_on, c.id, c.bug_id from comments c where c.id = ${id}
    union all select c.created_on, c.id, c.bug_id from internal_comments c where c.id = ${id} and ${isInternalSeen}::boolean`

const lastComments: Prepared = {
  name: 'merged-comments',
  text: `${mergedTree('$1')}, place as (${commentSeen('$5', '$7')})
    select comment, bug from (
      ${lastOf('comments', commentJson)}
      union all
      select * from ${lastOf('internal_comments', internalCommentJson)} internal where $7::boolean
    ) said order by created_on desc, id desc limit $6`,
}

const total: Prepared = {
  name: 'merged-comments-total',
  text: `${mergedTree('$1')}
    select coalesce(sum(b.comment_count + case when $5::boolean
          then (select count(*) from internal_comments c where c.bug_id = b.id) else 0 end), 0)::integer as total
      from bugs b where b.id = ${oneOfTree} and b.id <> $1 and ${seen('b', sight)}`,
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
  await requireBug(db, actor, bugId)
  if (before !== undefined) await requireComment(db, actor, before)
  const rows = await db.prepared<{ comment: CommentRow; bug: MergedComment['bug'] }>(lastComments, [
    bugId,
    ...sightValues(actor),
    before ?? null,
    limit + 1,
    actor.sees.internalComments,
  ])
  const [count] = await db.prepared<{ total: number }>(total, [
    bugId,
    ...sightValues(actor),
    actor.sees.internalComments,
  ])
  return {
    result: rows
      .slice(0, limit)
      .toReversed()
      .map(({ comment, bug }) => ({ comment: presentComment(comment, actor), bug })),
    total: count?.total ?? 0,
    more: rows.length > limit,
  }
}

const place: Prepared = {
  name: 'merged-comments-place',
  text: `select c.id from (${commentSeen('$1', '$5')}) c
    join bugs b on b.id = c.bug_id where ${seen('b', sight)}`,
}

async function requireComment(db: Db, actor: Actor, id: string): Promise<void> {
  const [row] = isRecordId(id) ? await db.prepared(place, [id, ...sightValues(actor), actor.sees.internalComments]) : []
  if (!row) throw new AppError('invalid-input', 'before must be the id of a comment.', { field: 'before' })
}
