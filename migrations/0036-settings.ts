import { type Kysely, sql } from 'kysely'

/** What administrators set for the whole installation, and the permission to do so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table settings (
    name text primary key,
    value text not null,
    changed_on timestamptz not null default now(),
    changed_by record_id not null references users
  )`,
  `create index settings_changed_by on settings (changed_by)`,
  `update roles set permissions = permissions || '{canManageInstallation}'
    where name = 'admin' and not 'canManageInstallation' = any(permissions)`,
]
