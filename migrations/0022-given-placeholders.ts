import { type Kysely, sql } from 'kysely'

/** Which account each person of an import was found to be. What they did belongs to the account; events keep the person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table given_placeholders (
    placeholder_id record_id primary key references users,
    user_id record_id not null references users,
    given_on timestamptz not null default now(),
    check (placeholder_id <> user_id)
  )`.execute(db)
  // Whose files they are was never asked for.
  await sql`create index attachments_by_uploader on attachments (uploaded_by)`.execute(db)
}
