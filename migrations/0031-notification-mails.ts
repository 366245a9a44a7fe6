import { type Kysely, sql } from 'kysely'

/**
 * Which notifications are still to be mailed, and which mail holds them, so that a mail that is sent again says the same. Which
 * people have a page open, as of some seconds ago, and their time zone: their mails wait longer. How far a visitor of the chat was
 * mailed the team's answers, and since when they want none; hashes of the addresses left there whose owners want none. Of what people have not seen by now, nothing is mailed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table notifications
    add column decided_on timestamptz not null default now(),
    add column is_mail_pending boolean not null default false,
    add column mail_id text`,
  `create index notifications_to_mail on notifications (user_id, bug_id) where is_mail_pending and seen_on is null`,
  `create index notifications_of_mail on notifications (mail_id) where mail_id is not null`,

  // Whoever had an account before is asked with their first notification, once.
  `alter table users add column confirmation_asked_on timestamptz`,
  `update users u set confirmation_asked_on = l.made_on from account_links l where l.user_id = u.id and l.purpose = 'confirm'`,

  // The lower ones go out first: what somebody waits for is not kept back by news.
  `alter table mails add column priority smallint not null default 0, add column detail jsonb,
    add column first_tried_on timestamptz`,
  `drop index mails_due`,
  `create index mails_due on mails (priority, due_on) where sent_on is null and failed_on is null`,
  `create index mails_of_subject on mails (subject_id) where subject_id is not null`,

  // By the id of an account, or of the conversation of a visitor without one.
  `create table open_pages (
    who text primary key,
    seen_on timestamptz not null default now(),
    time_zone text
  ) with (fillfactor = 70)`,

  `alter table conversations add column mailed_seq integer not null default 0, add column mail_ended_on timestamptz`,
  `update conversations set mailed_seq = last_seq where last_seq > 0`,

  `create table ended_addresses (
    hash text primary key,
    ended_on timestamptz not null default now()
  )`,
  `create index chat_mails_of_address on mails (lower(address)) where kind = 'chat-answer' and user_id is null`,
]

/** The version before writes none of this. */
export const addsOnly = true
