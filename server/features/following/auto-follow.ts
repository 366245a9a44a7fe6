import type { Tx } from '#server/db/database.ts'
import { sql } from 'kysely'

/**
 * Makes people followers of a bug because they take part in it. Who has an account and has not decided otherwise; who
 * stopped following it stays so. Call it before the event that tells of the taking part: that one is news to whom
 * somebody else has brought in.
 */
export async function autoFollow(tx: Tx, bugId: string, userIds: readonly string[]): Promise<void> {
  await sql`insert into bug_followers (bug_id, user_id, is_following, since, from_event)
    select ${bugId}, u.id, true, ${new Date()}::timestamptz, ${lastEventOf(sql.val(bugId))}
    from users u where u.id = any(${[...new Set(userIds)]}::text[]) and u.email is not null
    on conflict do nothing`.execute(tx)
}

/** The number of a bug's last event, as an expression; 0 before the first. */
export const lastEventOf = (bugId: ReturnType<typeof sql>) =>
  sql`coalesce((select e.id from events e where e.subject_id = ${bugId} order by e.id desc limit 1), 0)`
