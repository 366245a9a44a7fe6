import { type Kysely, sql } from 'kysely'

/** How much harm a bug does, and its labels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`alter table bugs add column severity text not null default 'none'
    check (severity in ('none', 'trivial', 'minor', 'normal', 'major', 'critical'))`.execute(db)
  // It serves the sort, and a list of one severity: it holds all that both need.
  await sql`create index bugs_by_severity
    on bugs ((array_position('{none,trivial,minor,normal,major,critical}'::text[], severity)), created_on, id)
    include (is_closed, classification, severity)`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
  // Until it is told, the planner takes each value for rare.
  await sql`analyze bugs`.execute(db)
}

const statements = [
  // A label that was merged or deleted keeps its row, because events name it: ended_by is the event that ended it.
  `create table labels (
    id record_id primary key,
    name text not null check (name <> ''),
    tone text not null check (tone in ('grey', 'red', 'amber', 'green', 'teal', 'blue', 'purple', 'pink')),
    description text not null,
    created_on timestamptz not null,
    merged_into record_id references labels,
    ended_by bigint,
    check (merged_into is null or ended_by is not null)
  )`,
  `create unique index labels_by_name on labels (lower(name)) where ended_by is null`,
  `create table bug_labels (
    bug_id record_id not null references bugs,
    label_id record_id not null references labels,
    primary key (bug_id, label_id)
  )`,
  `create index bug_labels_by_label on bug_labels (label_id, bug_id)`,
]
