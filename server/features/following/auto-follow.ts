import type { Tx } from '#server/db/database.ts'
import { sql } from 'kysely'

/**
 * A part of a `with` that makes people followers of a bug because they take part in it; `followingOf` gives its values.
 * Who has an account and has not decided otherwise; who stopped following it stays so. It goes before the event that
 * tells of the taking part, or with it: that one is news to whom somebody else has brought in.
 * @param first the number of its first parameter
 */
export function followingPart(first: number): string {
  const bugId = `$${first}::record_id`
  return `following as (
    insert into bug_followers (bug_id, user_id, is_following, since, from_event)
    select ${bugId}, u.id, true, $${first + 2}::timestamptz, ${lastEvent(bugId)}
    from users u where u.id = any($${first + 1}::text[]) and u.email is not null
    on conflict do nothing
  )`
}

/** The values of `followingPart`. */
export const followingOf = (bugId: string, userIds: readonly string[], since: Date): unknown[] => [
  bugId,
  [...new Set(userIds)],
  since,
]

const follow = { name: 'auto-follow', text: `with ${followingPart(1)} select` }

/** Makes people followers of a bug, as `followingPart` says. */
export async function autoFollow(tx: Tx, bugId: string, userIds: readonly string[]): Promise<void> {
  await tx.prepared(follow, followingOf(bugId, userIds, new Date()))
}

/** The number of a bug's last event, as an expression; 0 before the first. */
function lastEvent(bugId: string): string {
  return `coalesce((select e.id from events e where e.subject_id = ${bugId} order by e.id desc limit 1), 0)`
}

/** The same of a bug whose id is known. */
export const lastEventOf = (bugId: ReturnType<typeof sql>) =>
  sql`coalesce((select e.id from events e where e.subject_id = ${bugId} order by e.id desc limit 1), 0)`
