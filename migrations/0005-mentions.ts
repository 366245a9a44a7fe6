import { type Kysely, sql } from 'kysely'

/** Whom texts name as `@name`, and quick ways to find people by full name and bugs by short id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Of the comment, or of the bug's own texts where there is none. The name is the one that stands in the text.
  `create table mentions (
    bug_id record_id not null references bugs,
    comment_id record_id references comments,
    user_id record_id not null references users,
    name text not null,
    created_on timestamptz not null default now()
  )`,
  `create unique index mentions_of_bug on mentions (bug_id, comment_id, user_id) nulls not distinct`,
  `create index mentions_of_comment on mentions (comment_id) where comment_id is not null`,
  `create index mentions_of_user on mentions (user_id, created_on desc)`,

  // Those who can be named: people with an account that is not deactivated. A long name does not fit an index entry
  // in full, and nobody is named by one.
  `create index users_named on users (lower(full_name))
    where email is not null and deactivated_on is null and length(full_name) <= 100`,

  `create index bugs_by_short_id on bugs (right(id, 8), id)`,
]
