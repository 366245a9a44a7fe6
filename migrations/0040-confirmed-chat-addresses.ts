import { type Kysely, sql } from 'kysely'

/**
 * An address that was left in the chat is mailed no answer before its owner has said so: when they were asked, once, and when they
 * confirmed it. Those that were left before are asked with the next answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table conversations add column email_asked_on timestamptz, add column email_confirmed_on timestamptz`,
  `create index chat_questions_to_address on mails (lower(address)) where kind = 'chat-confirm'`,
]
