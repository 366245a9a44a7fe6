/**
 * A query's beginning: the table `tree` of a bug and all bugs that were merged into it, or into those. It goes down by
 * levels, so that thousands of merged bugs are a few looks into the index instead of one each, which PostgreSQL may take
 * for reason enough to read all bugs, each time.
 * @param root an expression for the root's id
 */
export const mergedTree = (root: string) => `with recursive levels (ids) as (
    select array[${root}::text collate "C"]
    union all
    select below.ids from levels l cross join lateral (
      select array_agg(m.id::text collate "C") as ids from bugs m where m.duplicate_of = any(l.ids) and m.is_merged
    ) as below where below.ids is not null
  ), tree (id) as (select unnest(ids) from levels)`

/**
 * Follows `mergedTree`: what a bug's id equals when it is one of them. An array, because PostgreSQL expects few of it and
 * goes by the index; a join with `tree` it would rather make by reading a whole table.
 */
export const oneOfTree = `any(array(select id from tree))`

/** The bugs that a bug was merged into, and so on up; asked only for the few people who said no somewhere. */
const above = (bugId: string) => `with recursive up (id) as (
    select m.duplicate_of from bugs m where m.id = ${bugId} and m.is_merged
    union all
    select m.duplicate_of from up join bugs m on m.id = up.id and m.is_merged
  ) select id from up`

/**
 * Follows `mergedTree`: everybody who follows the root, perhaps more than once. Who follows a bug follows what it was
 * merged into, unless they said no to that, or to a bug on the way.
 */
export const followersOfTree = `select f.user_id from bug_followers f where f.bug_id = ${oneOfTree} and f.is_following
  and not exists (select from bug_followers n where n.bug_id = ${oneOfTree} and not n.is_following
    and n.user_id = f.user_id and n.bug_id in (${above('f.bug_id')}))`

/** Follows `mergedTree`: everybody whom the root affects, perhaps more than once; the same as with followers. */
export const affectedOfTree = `select part.user_id from (
    select b.id as bug_id, b.created_by as user_id from bugs b where b.id = ${oneOfTree}
    union all
    select j.bug_id, j.user_id from bug_joins j where j.bug_id = ${oneOfTree} and j.is_joined
  ) as part
  where not exists (select from bug_joins n where n.bug_id = ${oneOfTree} and not n.is_joined
    and n.user_id = part.user_id and n.bug_id in (${above('part.bug_id')}))`
