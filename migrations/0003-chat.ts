import { type Kysely, sql } from 'kysely'

/** Conversations with visitors, their lines, what staff send often, and the bugs that came of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A visitor has one conversation: known by the cookie of their browser, or by their account once they sign in.
  `create table conversations (
    id record_id primary key,
    visitor_hash bytea unique,
    user_id record_id unique references users,
    visitor_name text not null,
    email text,
    opened_on timestamptz not null,
    last_seq integer not null default 0,
    last_line_on timestamptz not null,
    visitor_seen integer not null default 0,
    staff_seen integer not null default 0,
    waiting_since timestamptz,
    taken_by record_id references users,
    closed_on timestamptz,
    blocked_on timestamptz,
    network text not null,
    page text,
    user_agent text not null,
    check (visitor_hash is null or user_id is null)
  ) with (fillfactor = 70)`,
  // The inbox's order: who waits comes first, longest waiting first; then the others, latest line first.
  `create index conversations_open on conversations (waiting_since, last_line_on desc, id)
    where closed_on is null and last_seq > 0`,
  `create index conversations_closed on conversations (waiting_since, last_line_on desc, id)
    where closed_on is not null and last_seq > 0`,
  `create index conversations_taken on conversations (taken_by) where taken_by is not null`,
  `create index conversations_blocked on conversations (network) where blocked_on is not null`,

  `create table chat_lines (
    conversation_id record_id not null references conversations on delete cascade,
    seq integer not null,
    id record_id not null unique,
    sender text not null check (sender in ('visitor', 'staff', 'product')),
    user_id record_id references users,
    sender_name text not null,
    client_id text,
    message text not null,
    sent_on timestamptz not null,
    words tsvector not null,
    primary key (conversation_id, seq)
  )`,
  // A line that is sent again is the same line. Visitors come to have an account meanwhile, staff have one.
  `create unique index chat_lines_of_visitor on chat_lines (conversation_id, client_id) where sender = 'visitor'`,
  `create unique index chat_lines_of_staff on chat_lines (conversation_id, user_id, client_id) where sender = 'staff'`,
  `create index chat_lines_words on chat_lines using gin (words) with (fastupdate = on)`,

  `create table conversation_bugs (
    conversation_id record_id not null references conversations on delete cascade,
    bug_id record_id not null references bugs,
    linked_on timestamptz not null,
    linked_by record_id not null references users,
    primary key (conversation_id, bug_id)
  )`,
  `create index conversation_bugs_bug on conversation_bugs (bug_id)`,

  `create table chat_answers (
    id record_id primary key,
    title text not null,
    message text not null,
    created_on timestamptz not null,
    created_by record_id not null references users
  )`,
]
