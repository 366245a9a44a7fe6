import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the table `followed`: the bugs that a person follows. A follower of a bug also follows what it was merged into,
 * unless they decided otherwise there.
 */
export const followedBugs = (userId: string): RawBuilder<unknown> => sql`with recursive followed (bug_id) as (
    select f.bug_id::text collate "C" from bug_followers f where f.user_id = ${userId} and f.is_following
    union
    select b.duplicate_of::text collate "C"
      from followed r join bugs b on b.id = r.bug_id and b.is_merged
      where not exists (select from bug_followers n where n.bug_id = b.duplicate_of and n.user_id = ${userId})
  )`
