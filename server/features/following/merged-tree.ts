/**
 * Returns the start of a query: the table `tree` of a bug and all bugs that were merged into it, directly or
 * indirectly. It goes down by levels, so that thousands of merged bugs need a few index scans instead of one each, for
 * which PostgreSQL might read all bugs.
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
 * Follows `mergedTree`: the condition that an id is in the tree. It is an array, because PostgreSQL expects few
 * elements and uses the index; for a join with `tree` it would read a whole table.
 */
export const oneOfTree = `any(array(select id from tree))`

/** Returns the bugs that a bug was merged into, and so on up; used only for the few people who declined somewhere. */
const above = (bugId: string) => `with recursive up (id) as (
    select m.duplicate_of from bugs m where m.id = ${bugId} and m.is_merged
    union all
    select m.duplicate_of from up join bugs m on m.id = up.id and m.is_merged
  ) select id from up`

/**
 * Follows `mergedTree`: everybody who follows the root, perhaps more than once. A follower of a bug follows what it was
 * merged into, unless they declined that, or a bug on the way.
 */
export const followersOfTree = `select f.user_id from bug_followers f where f.bug_id = ${oneOfTree} and f.is_following
  and not exists (select from bug_followers n where n.bug_id = ${oneOfTree} and not n.is_following
    and n.user_id = f.user_id and n.bug_id in (${above('f.bug_id')}))`

/**
 * Follows `mergedTree`: the table `ways` of its bugs, each with the last event by which one was merged on the way from there to
 * the root; 0 for the root. It goes down from the root once, because each follower has such a way, and asking up from each took
 * seconds where many bugs with many followers were merged one into the other.
 * @param root an expression for the root's id
 */
export const waysInTree = (root: string) => `, merges as materialized (
    select m.id::text collate "C" as id, m.duplicate_of::text collate "C" as original, coalesce((
        select e.id from events e
          where e.subject_id = m.id and e.type in ('bug-merged', 'bug-classified', 'bug-duplicate-linked')
            and e.payload -> 'merged' ->> 'to' = 'true'
          order by e.id desc limit 1), 0) as event_id
      from bugs m where m.id = ${oneOfTree} and m.id <> ${root}
  ), ways (id, event_id) as (
    select ${root}::text collate "C", 0::bigint
    union all
    select merges.id, greatest(ways.event_id, merges.event_id) from ways join merges on merges.original = ways.id
  )`

/** Follows `mergedTree`: everybody whom the root affects, perhaps more than once; the same rules as for followers. */
export const affectedOfTree = `select part.user_id from (
    select b.id as bug_id, b.created_by as user_id from bugs b where b.id = ${oneOfTree}
    union all
    select j.bug_id, j.user_id from bug_joins j where j.bug_id = ${oneOfTree} and j.is_joined
  ) as part
  where not exists (select from bug_joins n where n.bug_id = ${oneOfTree} and not n.is_joined
    and n.user_id = part.user_id and n.bug_id in (${above('part.bug_id')}))`
