/**
 * A query's beginning: the table `tree` of a bug and all bugs that were merged into it, or into those. `above` are the
 * bugs on the way from there up to the root, the root included; empty for the root itself.
 * The offset keeps PostgreSQL from reading all merged bugs of the database to find one's own.
 * @param root an expression for the root's id
 */
export const mergedTree = (root: string) => `with recursive tree (id, above) as (
    select ${root}::text collate "C", '{}'::text[] collate "C"
    union all
    select d.id::text collate "C", t.above || t.id from tree t cross join lateral (
      select m.id from bugs m where m.duplicate_of = t.id and m.is_merged offset 0
    ) as d
  )`

/**
 * Follows `mergedTree`: everybody who follows the root, perhaps more than once. Who follows a bug follows what it was
 * merged into, unless they said no to that, or to a bug on the way.
 */
export const followersOfTree = `select f.user_id from tree t join bug_followers f on f.bug_id = t.id and f.is_following
  where not exists (select from bug_followers n
    where n.bug_id = any(t.above) and n.user_id = f.user_id and not n.is_following)`

/** Follows `mergedTree`: everybody whom the root affects, perhaps more than once; the same as with followers. */
export const affectedOfTree = `select part.user_id from (
    select t.above, b.created_by as user_id from tree t join bugs b on b.id = t.id
    union all
    select t.above, j.user_id from tree t join bug_joins j on j.bug_id = t.id and j.is_joined
  ) as part
  where not exists (select from bug_joins n
    where n.bug_id = any(part.above) and n.user_id = part.user_id and not n.is_joined)`
