import { type Kysely, sql } from 'kysely'

/**
 * What the team says among itself about a bug or in a conversation of the chat. Tables of their own: a statement that reads
 * comments or messages reads none of these unless it names them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // `mentions` are people by their ids, with the names that stand in the text; without words, it is not searched.
  `create table internal_comments (
    id record_id primary key,
    bug_id record_id not null references bugs,
    user_id record_id not null references users,
    created_on timestamptz not null,
    message text not null,
    edited_on timestamptz,
    deleted_on timestamptz,
    version integer not null default 1,
    mentions jsonb not null default '[]',
    words tsvector not null
  )`,
  `create index internal_comments_of_bug on internal_comments (bug_id, created_on, id)`,
  `create index internal_comments_of_user on internal_comments (user_id)`,
  `create index internal_comments_words on internal_comments using gin (words) with (fastupdate = on)`,

  `create table chat_notes (
    id record_id primary key,
    conversation_id record_id not null references conversations on delete cascade,
    user_id record_id not null references users,
    sent_on timestamptz not null,
    message text not null,
    words tsvector not null
  )`,
  `create index chat_notes_of_conversation on chat_notes (conversation_id, sent_on, id)`,
  `create index chat_notes_words on chat_notes using gin (words) with (fastupdate = on)`,

  // The internal comment that used a file first; no other text has.
  `alter table attachments add column internal_comment_id record_id references internal_comments,
    add check (internal_comment_id is null or (bug_id is not null and comment_id is null))`,
  `create index attachments_of_internal_comment on attachments (internal_comment_id) where internal_comment_id is not null`,

  // Told to nobody who may not see internal comments by the time that it is read.
  `alter table notifications add column is_internal boolean not null default false`,

  `update roles set permissions = permissions || '{canViewInternalComments}'
    where name in ('staff', 'support', 'admin') and not 'canViewInternalComments' = any(permissions)`,
]
