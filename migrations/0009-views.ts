import { type Kysely, sql } from 'kysely'

/** Searches that people named, and whose menu they stand in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table views (
    id record_id primary key,
    owner_id record_id not null references users,
    name text not null,
    search jsonb not null,
    is_shared boolean not null,
    created_on timestamptz not null
  )`,
  `create index views_owner on views (owner_id)`,

  // Only what differs: the views that everybody has and one's own are pinned, those of others are not. The former are
  // no records, so they are named by text.
  `create table view_pins (
    user_id record_id not null references users,
    view_id record_id references views on delete cascade,
    standard_view text,
    is_pinned boolean not null,
    check ((view_id is null) <> (standard_view is null))
  )`,
  `create unique index view_pins_of_user on view_pins (user_id, view_id, standard_view) nulls not distinct`,
  `create index view_pins_of_view on view_pins (view_id) where view_id is not null`,
]
