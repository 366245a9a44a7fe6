import type { Actor } from '#server/access/actor.ts'
import { seen, sightLength, sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import {
  bugFactColumns,
  bugFactJoins,
  bugLinkJson,
  type LockedBug,
  namesIn,
  noSuchBug,
  openQuestion,
} from '#server/features/bugs/public.ts'
import { commentLists, internalCommentsOf } from '#server/features/comments/public.ts'
import { affectedOfTree, followersOfTree, mergedTree, oneOfTree } from '#server/features/following/public.ts'
import { hasLinks, linksColumn } from '#server/features/links/public.ts'
import { snoozedUntil } from '#server/features/snoozing/public.ts'
import { mentionsOfBug, ownMentionsOfBug } from '#server/features/texts/public.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import { type BugRelations, type BugRow, presentBug } from './bug-presenter.ts'

/** The parameters: the bug, the caller, whether they saw it before, their sight, and whether they see internal comments. */
const sight = 4
const seesInternal = `$${sight + sightLength}::boolean`

/** How many internal comments a bug has, for who sees them; of deleted ones too, as of the others. */
const internalCount = (bugId: string) =>
  `case when ${seesInternal} then (select count(*)::integer from internal_comments i where i.bug_id = ${bugId}) end`

/** Whether there is anything that `relations` tells of. */
const hasRelations = `(b.duplicate_of is not null or b.is_private or exists (select from bugs d where d.duplicate_of = b.id)
    or ${hasLinks}) as has_relations`

/** What is true of a bug together with those that were merged into it. */
const peopleOfTree = `cross join lateral (
    ${mergedTree('b.id')}, followers as (${followersOfTree})
    select (select count(distinct user_id)::integer from followers) as follower_count,
      exists (select from followers where user_id = $2) as is_following,
      b.created_by <> $2 and exists (select from (${affectedOfTree}) as affected where user_id = $2) as is_joined,
      (select coalesce(sum(o.comment_count + coalesce(${internalCount('o.id')}, 0)), 0)::integer from bugs o where o.id = ${oneOfTree} and o.id <> b.id and ${seen('o', sight)})
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
  text: `select ${bugFactColumns}, ${snoozedUntil('$2')}, b.external_id, b.is_merged, ${said}, ${hasRelations}, people.*,
      ${internalCount('b.id')} as internal_comment_count
    from bugs b ${bugFactJoins} ${people} where b.id = $1 and ($3::boolean or ${seen('b', sight)})`,
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
 * @param bug its id; or the bug that they have locked and changed, which may have ended their sight: the answer still
 *   tells what became of it
 * @param comments `none` leaves them out, for a page that reads them with the timeline
 * @throws AppError not-found for an unknown id, for text that is no id, and for what the actor may not see
 */
export async function viewBug(
  db: Db,
  actor: Actor,
  bug: string | LockedBug,
  comments: 'all' | 'none' = 'all',
): Promise<Bug> {
  const [bugId, wasSeen] = typeof bug === 'string' ? [bug, false] : [bug.id, true]
  const values = [bugId, actor.userId, wasSeen, ...sightValues(actor), actor.sees.internalComments]
  const row = isRecordId(bugId) ? await rowOf(db, values, comments) : undefined
  if (!row) throw noSuchBug()
  const relations = row.has_relations ? await relationsOf(db, actor, bugId, wasSeen) : undefined
  const question = row.is_waiting ? await openQuestion(db, bugId) : undefined
  const internal = comments === 'all' ? await internalCommentsOf(db, actor, bugId) : []
  return presentBug(row, await namesIn(db, [row]), { relations, question, internal }, actor)
}

/** The parameters: the bug, whether the caller saw it before, and their sight. */
const seenBy = 3

/** Of other bugs that the caller may not see only that they are there. */
const relations: Prepared = {
  name: 'bug-relations',
  text: `select b.duplicate_of is not null as has_original,
      (select ${bugLinkJson('o')}
        from bugs o where o.id = b.duplicate_of and ${seen('o', seenBy)}) as original,
      (select json_agg(case when ${seen('d', seenBy)} then ${bugLinkJson('d', ", 'isMerged', d.is_merged")} end
          order by d.created_on, d.id)
        from bugs d where d.duplicate_of = b.id) as duplicates,
      (select coalesce(json_agg(json_build_object('_id', u.id, 'fullName', u.full_name) order by r.added_on, u.id), '[]')
        from bug_readers r join users u on u.id = r.user_id where r.bug_id = b.id and b.is_private) as readers,
      ${linksColumn(seenBy)}
    from bugs b where b.id = $1 and ($2::boolean or ${seen('b', seenBy)})`,
}

/** Returns what ties a bug to others, and who was let see it: few bugs have any of it. */
async function relationsOf(db: Db, actor: Actor, bugId: string, wasSeen: boolean): Promise<BugRelations> {
  const [row] = await db.prepared<BugRelations>(relations, [bugId, wasSeen, ...sightValues(actor)])
  if (!row) throw noSuchBug()
  return row
}

async function rowOf(db: Db, values: readonly unknown[], comments: keyof typeof views): Promise<BugRow | undefined> {
  const [alone, ofTree] = views[comments]
  const [row] = await db.prepared<BugRow>(alone, values)
  return row ?? (await db.prepared<BugRow>(ofTree, values))[0]
}
