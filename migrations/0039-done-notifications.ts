import { type Kysely, sql } from 'kysely'

/** What somebody has seen is theirs to deal with until they say that it is done. What was seen before counts as done. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table notifications add column done_on timestamptz`,
  `update notifications set done_on = seen_on where seen_on is not null`,
  `create index notifications_open on notifications (user_id, bug_id, event_id) where done_on is null`,
  `drop index notifications_of_view`,
  `create index notifications_of_view on notifications (view) where view is not null and done_on is null`,
  `alter table notifications add constraint notifications_done_is_seen check (done_on is null or seen_on is not null)`,
]
