import { type Kysely, sql } from 'kysely'

/**
 * A small number for each bug, so that the bugs that match a search can be remembered as one bit each. Numbers are never
 * given twice; nothing follows from their order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Behind a backup or another long reader everybody would wait for this one: it gives up, and the next start tries again.
  `set local lock_timeout = '10s'`,
  `alter table bug_search add column number integer generated always as identity`,
  // The numbers of all bugs that have these words, four bytes each; always by the word index, as `bugs_with_words`.
  `create function numbers_with_words(query tsquery, closed boolean, class text) returns bytea
    language sql stable set enable_seqscan = off as $$
    select string_agg(int4send(number), ''::bytea) from bug_search
    where words @@ query and (closed is null or is_closed = closed) and (class is null or classification = class)
  $$`,
]
