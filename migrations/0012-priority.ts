import { type Kysely, sql } from 'kysely'

/** How soon a bug should be dealt with. The index serves the sort, and a list of one priority: it holds all that both need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`alter table bugs add column priority text not null default 'none'
    check (priority in ('none', 'low', 'medium', 'high', 'urgent'))`.execute(db)
  await sql`create index bugs_by_priority
    on bugs ((array_position('{none,low,medium,high,urgent}'::text[], priority)), created_on, id)
    include (is_closed, classification, priority)`.execute(db)
  // Until it is told, the planner takes each value for rare.
  await sql`analyze bugs`.execute(db)
}
