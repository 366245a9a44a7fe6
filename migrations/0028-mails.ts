import { type Kysely, sql } from 'kysely'

/**
 * Mails that are due, and what became of them, without their texts, which are written when they are sent. Whether mail to a
 * person arrives: which address they confirmed, and whether a server refused it. And whether everything outgoing is held,
 * which a restore begins with; and by which key of the installation links were made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table mails (
    id text primary key,
    kind text not null,
    user_id text references users on delete cascade,
    address text not null,
    subject_id text,
    created_on timestamptz not null default now(),
    due_on timestamptz not null,
    expires_on timestamptz not null,
    sent_on timestamptz,
    tries integer not null default 0,
    last_error text,
    failed_on timestamptz
  )`.execute(db)
  await sql`create index mails_due on mails (due_on) where sent_on is null and failed_on is null`.execute(db)
  await sql`create index mails_failed on mails (failed_on) where failed_on is not null`.execute(db)
  await sql`create index mails_sent on mails (sent_on) where sent_on is not null`.execute(db)
  await sql`create index mails_of_user on mails (user_id) where user_id is not null`.execute(db)
  await sql`alter table users add column email_confirmed_on timestamptz, add column email_refused_on timestamptz`.execute(
    db,
  )
  await sql`create table installation_key (
    is_only boolean primary key default true check (is_only),
    fingerprint text not null
  )`.execute(db)
  await sql`create table outgoing_hold (
    is_only boolean primary key default true check (is_only),
    held_on timestamptz not null default now()
  )`.execute(db)
}

/** The version before knows nothing of mails. */
export const addsOnly = true
