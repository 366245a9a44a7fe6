import { type Kysely, sql } from 'kysely'

/** Components and versions of products, and those of each bug. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Of the columns of bugs, which list of its product each is one of. */
const columns = { component_id: 'components', found_version_id: 'versions', fixed_version_id: 'versions' }

/** What filters and sight need beside a list's order. */
const included = 'is_closed, classification, product_number, is_private'

const statements = [
  `create table components (
    id record_id primary key,
    product_number smallint not null references products (number),
    name text not null check (name <> ''),
    description text not null default '',
    default_assignee record_id references users,
    is_archived boolean not null default false,
    created_on timestamptz not null,
    unique (product_number, id)
  )`,
  `create table versions (
    id record_id primary key,
    product_number smallint not null references products (number),
    name text not null check (name <> ''),
    due_on text collate "C" check (due_on ~ '^\\d{4}-\\d{2}-\\d{2}$'),
    is_released boolean not null default false,
    is_archived boolean not null default false,
    created_on timestamptz not null,
    unique (product_number, id)
  )`,
  ...['components', 'versions'].map(
    (table) => `create unique index ${table}_by_name on ${table} (product_number, lower(name))`,
  ),
  ...Object.entries(columns).flatMap(([column, table]) => [
    `alter table bugs add column ${column} record_id`,
    // Of its own product: a bug that moves has to leave them behind.
    `alter table bugs add constraint bugs_${column} foreign key (product_number, ${column})
      references ${table} (product_number, id)`,
    // Most bugs have none, and so cost a report nothing.
    `create index bugs_by_${column.replace('_id', '')} on bugs (${column}, created_on, id)
      include (${included}) where ${column} is not null`,
  ]),
]
