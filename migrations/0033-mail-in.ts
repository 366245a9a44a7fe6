import { type Kysely, sql } from 'kysely'

/**
 * Mails that came in, whole, with what became of each; and the addresses by which people answer mails about a bug or a
 * conversation, of which only the row is stored, and not the secret in the address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Of an account about a bug, or of a conversation: its visitor's account, or the address that they left there.
  `create table reply_addresses (
    id text primary key,
    user_id text references users (id),
    bug_id text references bugs (id) on delete cascade,
    conversation_id text references conversations (id) on delete cascade,
    made_on timestamptz not null default now(),
    revoked_on timestamptz,
    check ((bug_id is null) <> (conversation_id is null)),
    check (bug_id is null or user_id is not null)
  )`,
  `create unique index reply_addresses_of_bugs on reply_addresses (user_id, bug_id)
    where revoked_on is null and bug_id is not null`,
  `create unique index reply_addresses_of_conversations on reply_addresses (conversation_id, (coalesce(user_id, '')))
    where revoked_on is null and conversation_id is not null`,
  `create index reply_addresses_by_bug on reply_addresses (bug_id) where bug_id is not null`,
  `create index reply_addresses_by_conversation on reply_addresses (conversation_id) where conversation_id is not null`,

  `create table received_mails (
    id text primary key,
    received_on timestamptz not null default now(),
    came_by text not null check (came_by in ('smtp', 'imap', 'http')),
    envelope jsonb not null,
    raw bytea not null,
    bytes integer not null,
    fingerprint text not null unique,
    state text not null default 'waiting' check (state in ('waiting', 'done', 'held', 'dropped')),
    reason text,
    tries integer not null default 0,
    due_on timestamptz not null default now(),
    handled_on timestamptz,
    message_id text,
    from_address text,
    subject text,
    reply_address_id text references reply_addresses (id) on delete set null,
    accepted_by text,
    bug_id text references bugs (id) on delete cascade,
    comment_id text references comments (id) on delete cascade,
    conversation_id text references conversations (id) on delete cascade
  )`,
  // A mail is hardly ever smaller packed, and takes long to pack.
  `alter table received_mails alter column raw set storage external`,
  `create index received_mails_waiting on received_mails (due_on) where state = 'waiting'`,
  `create index received_mails_held on received_mails (received_on) where state = 'held'`,
  `create index received_mails_of_sender on received_mails (from_address, received_on) where state in ('done', 'held')`,
  `create index received_mails_by_message on received_mails (message_id) where state = 'done'`,
  `create index received_mails_of_comments on received_mails (comment_id) where comment_id is not null`,
  `create index received_mails_of_bugs on received_mails (bug_id) where bug_id is not null`,
  `create index received_mails_of_conversations on received_mails (conversation_id) where conversation_id is not null`,
]

/** The version before writes none of this. */
export const addsOnly = true
