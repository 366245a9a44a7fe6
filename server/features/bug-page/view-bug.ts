import type { Actor } from '#server/access/actor.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { bugFactColumns, bugFactJoins, noSuchBug } from '#server/features/bugs/public.ts'
import { commentLists } from '#server/features/comments/public.ts'
import { affectedOfTree, followersOfTree, mergedTree, oneOfTree } from '#server/features/following/public.ts'
import { mentionsOfBug, ownMentionsOfBug } from '#server/features/texts/public.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import { type BugRow, presentBug } from './bug-presenter.ts'

const links = `(select json_build_object('_id', o.id, 'title', o.title, 'isClosed', o.is_closed)
      from bugs o where o.id = b.duplicate_of) as original,
    (select json_agg(json_build_object(
        '_id', d.id, 'title', d.title, 'isClosed', d.is_closed, 'isMerged', d.is_merged)
        order by d.created_on, d.id)
      from bugs d where d.duplicate_of = b.id) as duplicates,
    b.is_merged, people.*`

/** What is true of a bug together with those that were merged into it. */
const peopleOfTree = `cross join lateral (
    ${mergedTree('b.id')}, followers as (${followersOfTree})
    select (select count(distinct user_id)::integer from followers) as follower_count,
      exists (select from followers where user_id = $2) as is_following,
      b.created_by <> $2 and exists (select from (${affectedOfTree}) as affected where user_id = $2) as is_joined,
      (select coalesce(sum(o.comment_count), 0)::integer from bugs o where o.id = ${oneOfTree} and o.id <> b.id)
        as merged_comment_count
  ) as people`

/** The same of a bug into which none was merged, as nearly all are; no row of any other. */
const peopleAlone = `cross join lateral (
    select count(*)::integer as follower_count, coalesce(bool_or(f.user_id = $2), false) as is_following,
      b.created_by <> $2
        and exists (select from bug_joins j where j.bug_id = b.id and j.user_id = $2 and j.is_joined) as is_joined,
      0 as merged_comment_count
    from bug_followers f where f.bug_id = b.id and f.is_following
    having not exists (select from bugs m where m.duplicate_of = b.id and m.is_merged)
  ) as people`

/** What is said: `none` of the comments, or `all`. */
const saidColumns = {
  all: `${commentLists} as comments, ${mentionsOfBug} as mentions`,
  none: `null as comments, ${ownMentionsOfBug} as mentions`,
}

const statement = (name: string, said: string, people: string): Prepared => ({
  name,
  text: `select ${bugFactColumns}, b.external_id, ${said}, ${links}
    from bugs b ${bugFactJoins} ${people} where b.id = $1`,
  hasIsoTimestamps: true,
})

/** Of a bug alone, and of one into which others were merged: only to set up the latter takes a quarter of the time. */
const views = {
  all: [
    statement('bug-view', saidColumns.all, peopleAlone),
    statement('bug-view-of-tree', saidColumns.all, peopleOfTree),
  ],
  none: [
    statement('bug-view-without-comments', saidColumns.none, peopleAlone),
    statement('bug-view-of-tree-without-comments', saidColumns.none, peopleOfTree),
  ],
} as const

/**
 * One bug, as `actor` may see it.
 * @param comments `none` leaves them out, for a page that reads them with the timeline
 * @throws AppError not-found for an unknown id and for text that is no id
 */
export async function viewBug(db: Db, actor: Actor, bugId: string, comments: 'all' | 'none' = 'all'): Promise<Bug> {
  const row = isRecordId(bugId) ? await rowOf(db, actor, bugId, comments) : undefined
  if (!row) throw noSuchBug()
  return presentBug(row, actor)
}

async function rowOf(db: Db, actor: Actor, bugId: string, comments: keyof typeof views): Promise<BugRow | undefined> {
  const values = [bugId, actor.userId]
  const [alone, ofTree] = views[comments]
  const [row] = await db.prepared<BugRow>(alone, values)
  return row ?? (await db.prepared<BugRow>(ofTree, values))[0]
}
