import { type Kysely, sql } from 'kysely'

/** Changes of many bugs at once. What each has done stands in the events, by which followers are told once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `set local statement_timeout = 0`,

  // One that takes another back names it, without a reference: either may be deleted first.
  `create table bulk_changes (
    id record_id primary key,
    created_on timestamptz not null,
    created_by record_id not null references users,
    fields jsonb not null,
    undoes record_id unique,
    total integer not null,
    done integer not null default 0,
    changed integer not null default 0,
    unchanged integer not null default 0,
    refused integer not null default 0,
    finished_on timestamptz,
    check (done <= total)
  )`,
  `create index bulk_changes_of on bulk_changes (created_by, created_on)`,
  `create index bulk_changes_unfinished on bulk_changes (created_on) where finished_on is null`,

  // Nothing is done yet where is_changed is null. A bug may be unknown, so there is no reference to it.
  `create table bulk_change_bugs (
    bulk_id record_id not null references bulk_changes on delete cascade,
    bug_id record_id not null,
    is_changed boolean,
    refusals jsonb,
    primary key (bulk_id, bug_id)
  )`,
  `create index bulk_change_bugs_to_do on bulk_change_bugs (bulk_id, bug_id) where is_changed is null`,
  `create index bulk_change_bugs_refused on bulk_change_bugs (bulk_id, bug_id) where refusals is not null`,

  // Without a reference: events stay, and bulk changes are deleted after a while. A column of the domain, which has a check,
  // would have PostgreSQL write all events anew.
  `alter table events add column bulk_id text collate "C"`,
  `create index events_of_bulk on events (bulk_id, subject_id) where bulk_id is not null`,
]
