import { type Kysely, sql } from 'kysely'

/** What people prefer, with their account; and the bugs that somebody assigned, by who did, the last ones first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`alter table users add column preferences jsonb not null default '{}'`.execute(db)
  await sql`create index events_of_assigner on events (actor_id, id) where type = 'bug-assigned'`.execute(db)
}

/** The version before neither reads nor writes the column. */
export const addsOnly = true
