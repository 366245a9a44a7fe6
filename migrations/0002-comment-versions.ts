import { type Kysely, sql } from 'kysely'

/** Comments can be edited and deleted; a deleted one stays as a place in the conversation, without its words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table comments add column edited_on timestamptz, add column deleted_on timestamptz`.execute(db)
}
