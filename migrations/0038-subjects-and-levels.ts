import { type Kysely, sql } from 'kysely'

/**
 * Under which subject somebody gets the mails about a bug. Many mail programs make a new thread of another subject, so it
 * stays as it was in the first one, whatever the bug is called later. And a level between everything and the status.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const levels = `'everything', 'matters', 'status', 'mentions', 'nothing'`

const statements = [
  `create table mail_subjects (
    user_id record_id not null references users,
    bug_id record_id not null references bugs,
    subject text not null,
    primary key (user_id, bug_id)
  )`,
  `create index mail_subjects_of_bug on mail_subjects (bug_id)`,

  ...['bug_followers', 'product_levels'].flatMap((table) => [
    `alter table ${table} drop constraint ${table}_level_check`,
    `alter table ${table} add constraint ${table}_level_check check (level in (${levels}))`,
  ]),
]
