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

/** Returns the SQL expression of the id of a bug's last event; 0 before the first. */
export const lastEventOf = (bugId: RawBuilder<unknown>) =>
  sql`coalesce((select e.id from events e where e.subject_id = ${bugId} order by e.id desc limit 1), 0)`
