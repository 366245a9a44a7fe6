import type { Db, Tx } from '#server/db/database.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a row `s` of `bug_snoozes` holds: until its time, whatever happens before; without one, until somebody else is in
 * the bug's history after it, but for internal comments, which must wake it for nobody who may not see them. Compared at each look, so that a bug comes back by itself.
 */
const holds = `case when s.until is not null then s.until > now() else not exists (
    select from events e where e.subject_id = s.bug_id and e.id > s.from_event and e.actor_id is distinct from s.user_id
      and not starts_with(e.type, 'internal-')) end`

const holding: RawBuilder<boolean> = sql.raw(holds)

/** Returns the SQL of until when a person snoozed the bug `b`, as the API says it; null where they did not. */
export const snoozedUntil = (userId: string) => `(select coalesce(
    to_char(s.until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'activity')
  from bug_snoozes s where s.user_id = ${userId} and s.bug_id = b.id and ${holds}) as snoozed_until`

/** Deletes what a person snoozed and what has come back since. */
export async function forgetEnded(tx: Tx, userId: string): Promise<void> {
  await sql`delete from bug_snoozes s where s.user_id = ${userId} and not (${holding})`.execute(tx)
}

/** Returns the ids of the bugs that a person has snoozed now, in the order of ids. */
export async function snoozedBugs(db: Db, userId: string): Promise<string[]> {
  const rows = await db.read<{ bug_id: string }>(
    sql`select s.bug_id from bug_snoozes s where s.user_id = ${userId} and ${holding} order by 1`,
    { keepsPlan: true },
  )
  return rows.map((row) => row.bug_id)
}
