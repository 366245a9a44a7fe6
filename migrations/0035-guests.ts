import { type Kysely, sql } from 'kysely'

/**
 * Links by which reporters without an account follow their bug, without their secrets, which are derived from the key of the
 * installation. And reports that came by mail and wait until their sender confirms them, with their files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table reporter_links (
    id record_id primary key,
    bug_id record_id not null references bugs on delete cascade,
    user_id record_id not null references users on delete cascade,
    made_on timestamptz not null default now(),
    made_by record_id references users,
    used_on timestamptz,
    revoked_on timestamptz,
    mail_ended_on timestamptz,
    mailed_event bigint not null default 0
  )`,
  // A bug has one reporter, who needs one link.
  `create unique index reporter_links_open on reporter_links (bug_id) where revoked_on is null`,
  `create index reporter_links_bug on reporter_links (bug_id)`,
  `create index reporter_links_user on reporter_links (user_id)`,
  `create index reporter_links_maker on reporter_links (made_by) where made_by is not null`,

  `create table mail_reports (
    id record_id primary key,
    mail_hash text not null unique,
    address text not null,
    name text not null,
    product_key text,
    title text not null,
    description text not null,
    held_on timestamptz not null default now(),
    confirmed_on timestamptz,
    bug_id record_id references bugs on delete cascade
  )`,
  `create index mail_reports_address on mail_reports (address, held_on)`,
  `create index mail_reports_time on mail_reports (held_on)`,
  `create index mail_reports_bug on mail_reports (bug_id) where bug_id is not null`,
  `create table mail_report_files (
    report_id record_id not null references mail_reports on delete cascade,
    number smallint not null,
    name text not null,
    content bytea not null,
    primary key (report_id, number)
  )`,

  `create index transcripts_of_address on mails (lower(address)) where kind = 'chat-transcript'`,
]

/** The version before knows nothing of links of reporters or of reports by mail. */
export const addsOnly = true
