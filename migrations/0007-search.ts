import { type Kysely, sql } from 'kysely'

/**
 * Search by stems, phrases and more facts. What is there already is indexed anew after this migration, in batches, as
 * `search_upgrade` says; the indexes of words and pairs are built once that is done.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // When a bug was closed. Null also for a closed one of which nobody knows, such as an imported one.
  `alter table bugs add column closed_on timestamptz`,
  `update bugs set closed_on = e.at from (
      select subject_id, max(at) as at from events
      where type = 'bug-status-changed' and payload ->> 'to' in ('Closed', 'Resolved')
        and payload ->> 'from' not in ('Closed', 'Resolved')
      group by 1
    ) e where bugs.id = e.subject_id and bugs.is_closed`,
  `create function bugs_note_closing() returns trigger language plpgsql as $$
  begin
    new.closed_on := case when new.is_closed then now() end;
    return new;
  end $$`,
  `create trigger bugs_note_closing before update of is_closed on bugs for each row
    when (old.is_closed <> new.is_closed) execute function bugs_note_closing()`,
  `create index bugs_by_closing on bugs (closed_on) where closed_on is not null`,
  // Those of nobody too.
  `drop index bugs_assigned_to`,
  `create index bugs_by_assignee on bugs (assigned_to, created_on, id) include (is_closed, classification)`,
  `create index bugs_by_status on bugs (status, created_on, id)`,
  `create index comments_of_author on comments (user_id, bug_id) where deleted_on is null`,

  // Words of the title and of the bug's names, and of all its own texts, for the rank. Apart, so that the rows which are
  // counted stay narrow.
  `create table bug_ranks (
    bug_id record_id primary key references bugs,
    title_words tsvector not null,
    own_words tsvector not null
  )`,
  `create index bug_ranks_title on bug_ranks using gin (title_words)`,

  // Each text as words with single spaces between them, for phrases: one row of a bug's own texts, a line each, and one of
  // each comment. Pairs are hashes of words that follow one another: what has all those of a phrase is looked at.
  `create table bug_texts (
    bug_id record_id not null references bugs,
    comment_id record_id,
    plain text collate "C" not null,
    pairs integer[] not null
  )`,
  `create unique index bug_texts_of_bug on bug_texts (bug_id, comment_id) nulls not distinct`,
  `create index bug_texts_pairs on bug_texts using gin (pairs)`,

  // Bugs by the word index, always: where a word is common, reading every row looks cheaper to the planner, which does
  // not know what it costs to unpack all their words.
  `create function bugs_with_words(query tsquery)
    returns table (bug_id record_id, created_on timestamptz, is_closed boolean, classification text)
    language sql stable set enable_seqscan = off as $$
    select bug_id, created_on, is_closed, classification from bug_search where words @@ query
  $$`,
  // How many there are, counted up to a limit.
  `create function count_with_words(query tsquery, most integer) returns integer
    language sql stable set enable_seqscan = off as $$
    select count(*)::integer from (select from bug_search where words @@ query limit most) as holding
  $$`,
  `create function bugs_titled(query tsquery) returns table (bug_id record_id)
    language sql stable set enable_seqscan = off as $$
    select bug_id from bug_ranks where title_words @@ query
  $$`,

  // Words that a mistyped one may have meant. A word may stand here twice, and words stay whose texts are gone: nothing
  // is told of a word that a search does not find. Letters is a bit for each letter, by its code modulo 32.
  `create table search_vocabulary (
    word text collate "C" not null,
    length smallint not null,
    letters integer not null
  )`,
  `create index search_vocabulary_word on search_vocabulary (word)`,
  `create index search_vocabulary_like on search_vocabulary (length, letters, word)`,

  // How far indexing anew has come; empty when there is nothing to do.
  `create table search_upgrade (part text primary key, done_to text collate "C" not null)`,
  `insert into search_upgrade select 'bugs', '' where exists (select from bugs)`,
  `insert into search_upgrade select 'chat lines', '' where exists (select from chat_lines)`,
  `do $$ begin
    if exists (select from bugs) then drop index bug_search_words; drop index bug_texts_pairs; end if;
  end $$`,
]
