import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the table `followed`: the bugs that a person follows, and the event after which notifications about each one
 * start. A follower of a bug also follows what it was merged into, from the merge on, unless they decided otherwise
 * there.
 */
export const followedBugs = (
  userId: string,
): RawBuilder<unknown> => sql`with recursive reached (bug_id, from_event) as (
    select f.bug_id::text collate "C", f.from_event from bug_followers f where f.user_id = ${userId} and f.is_following
    union
    select b.duplicate_of::text collate "C", greatest(r.from_event, (
        select e.id from events e
          where e.subject_id = b.id and e.type in ('bug-merged', 'bug-classified', 'bug-duplicate-linked')
            and e.payload -> 'merged' ->> 'to' = 'true'
          order by e.id desc limit 1))
      from reached r join bugs b on b.id = r.bug_id and b.is_merged
      where not exists (select from bug_followers n where n.bug_id = b.duplicate_of and n.user_id = ${userId})
  ), followed as (
    select r.bug_id, greatest(min(r.from_event), s.event_id) as seen
      from reached r left join bug_seen s on s.user_id = ${userId} and s.bug_id = r.bug_id
      group by r.bug_id, s.event_id
  )`
