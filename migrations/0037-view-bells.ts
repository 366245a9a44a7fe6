import { type Kysely, sql } from 'kysely'

/**
 * Of which views people are told what comes into them, and what each was told of. The events that may bring a bug into a view are
 * noted in the order in which it is decided who is told, so that each is asked about once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table view_bells (
    user_id record_id not null references users,
    view_id record_id references views on delete cascade,
    standard_view text,
    tells text not null check (tells in ('now', 'daily', 'off')),
    is_from_start boolean not null default false,
    number bigint not null default 0,
    check ((view_id is null) <> (standard_view is null))
  )`,
  `create unique index view_bells_of_user on view_bells (user_id, view_id, standard_view) nulls not distinct`,
  `create index view_bells_of_view on view_bells (view_id) where view_id is not null`,

  `create table view_candidates (
    number bigint generated always as identity primary key,
    event_id bigint not null,
    noted_on timestamptz not null default now()
  )`,

  // Each bug is said once. A view is named by its id, or by the name of one that everybody has.
  `create table view_entries (
    user_id record_id not null references users,
    view text not null,
    bug_id record_id not null references bugs,
    told_on timestamptz not null default now(),
    primary key (user_id, view, bug_id)
  )`,
  `create index view_entries_of_bug on view_entries (bug_id)`,
  `create index view_entries_told on view_entries (told_on)`,

  `alter table notifications drop constraint notifications_reason_check`,
  `alter table notifications add constraint notifications_reason_check check (reason in
    ('asked', 'answered', 'mentioned', 'assigned', 'reported', 'joined', 'follows', 'watches', 'entered'))`,
  `alter table notifications add column view text`,
  `create index notifications_of_view on notifications (view) where view is not null and seen_on is null`,
]

/** The version before writes none of this. */
export const addsOnly = true
