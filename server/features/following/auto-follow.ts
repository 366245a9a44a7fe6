import type { Tx } from '#server/db/database.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * A part of a `with` that makes people followers of a bug because they take part in it. Who has an account and has not
 * decided otherwise; who stopped following it stays so. It goes before the event that tells of the taking part, or with
 * it: that one is news to whom somebody else has brought in.
 */
export function followingPart(bugId: string, userIds: readonly string[], since: Date): RawBuilder<unknown> {
  return sql`following as (
    insert into bug_followers (bug_id, user_id, is_following, since, from_event)
    select ${bugId}::record_id, u.id, true, ${since}::timestamptz, ${lastEventOf(sql`${bugId}::record_id`)}
    from users u where u.id = any(${[...new Set(userIds)]}::text[]) and u.email is not null
    on conflict do nothing
  )`
}

/** Makes people followers of a bug, as `followingPart` says. */
export async function autoFollow(tx: Tx, bugId: string, userIds: readonly string[]): Promise<void> {
  await tx.run(sql`with ${followingPart(bugId, userIds, new Date())} select`, { keepsPlan: true })
}

/** The number of a bug's last event, as an expression; 0 before the first. */
export const lastEventOf = (bugId: RawBuilder<unknown>) =>
  sql`coalesce((select e.id from events e where e.subject_id = ${bugId} order by e.id desc limit 1), 0)`
