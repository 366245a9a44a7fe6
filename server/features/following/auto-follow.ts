import type { Tx } from '#server/db/database.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the part of a `with` that makes people follow a bug because they take part in it: those with an account who
 * have not decided otherwise. A person who stopped following it stays so. It goes before the event of the taking part,
 * or together with it, because that event is a notification for a person whom another one added.
 */
export function followingPart(bugId: string, userIds: readonly string[], since: Date): RawBuilder<unknown> {
  return sql`following as (
    insert into bug_followers (bug_id, user_id, is_following, since, from_event)
    select ${bugId}::record_id, u.id, true, ${since}::timestamptz, ${lastEventOf(sql`${bugId}::record_id`)}
    from users u where u.id = any(${[...new Set(userIds)]}::text[]) and u.email is not null
    on conflict do nothing
  )`
}

/** Makes people follow a bug, as `followingPart` says. */
export async function autoFollow(tx: Tx, bugId: string, userIds: readonly string[]): Promise<void> {
  await tx.run(sql`with ${followingPart(bugId, userIds, new Date())} select`, { keepsPlan: true })
}

/** Makes people follow bugs as an import says, also those without an account. Nothing that happened before is news. */
export async function storeFollowers(
  tx: Tx,
  followers: readonly { readonly bugId: string; readonly userId: string }[],
): Promise<void> {
  if (followers.length === 0) return
  const [bugIds, userIds] = [followers.map(({ bugId }) => bugId), followers.map(({ userId }) => userId)]
  await sql`insert into bug_followers (bug_id, user_id, is_following, since, from_event)
    select f.bug_id, f.user_id, true, now(), ${lastEventOf(sql`f.bug_id`)}
    from unnest(${bugIds}::text[], ${userIds}::text[]) as f (bug_id, user_id) on conflict do nothing`.execute(tx)
}

/**
 * Makes what one person follows be followed by another one, unless they have decided themselves. What happened until now is
 * no news to them.
 */
export async function giveFollowing(tx: Tx, from: string, to: string): Promise<void> {
  await sql`with given as (delete from bug_followers where user_id = ${from} returning bug_id, is_following, since)
    insert into bug_followers (bug_id, user_id, is_following, since, from_event)
    select bug_id, ${to}, is_following, since, ${lastEventOf(sql`given.bug_id`)} from given on conflict do nothing`.execute(
    tx,
  )
}

/** Returns the SQL expression of the id of a bug's last event; 0 before the first. */
export const lastEventOf = (bugId: RawBuilder<unknown>) =>
  sql`coalesce((select e.id from events e where e.subject_id = ${bugId} order by e.id desc limit 1), 0)`
