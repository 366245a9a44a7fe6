import { type Kysely, sql } from 'kysely'

/**
 * Searches with exclusions look at what they found, and bugs leave room beside them for their next version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * PostgreSQL enters the newest rows in the word index later, many at once and word by word. Meanwhile the index holds some
 * words of a row and not others, and what must not stand there may seem not to. So rows that are found with an exclusion
 * are judged by themselves again; a search without one can't find too much.
 */
const holds = `words @@ query and ((select position('!' in query::text) = 0) or (words @@ query) is true)`

const statements = [
  `create or replace function bugs_with_words(query tsquery)
    returns table (bug_id record_id, created_on timestamptz, is_closed boolean, classification text)
    language sql stable set enable_seqscan = off as $$
    select bug_id, created_on, is_closed, classification from bug_search where ${holds}
  $$`,
  `create or replace function count_with_words(query tsquery, most integer) returns integer
    language sql stable set enable_seqscan = off as $$
    select count(*)::integer from (select from bug_search where ${holds} limit most) as holding
  $$`,
  `create or replace function numbers_with_words(query tsquery, closed boolean, class text) returns bytea
    language sql stable set enable_seqscan = off as $$
    select string_agg(int4send(number), ''::bytea) from bug_search
    where ${holds} and (closed is null or is_closed = closed) and (class is null or classification = class)
  $$`,
  // A comment changes its bug's count, of which no index knows: with room on the page none of thirteen is written.
  // Pages that are full already get room when a row leaves them.
  `alter table bugs set (fillfactor = 85)`,
]
