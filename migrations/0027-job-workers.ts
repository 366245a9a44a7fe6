import { type Kysely, sql } from 'kysely'

/**
 * Which processes do jobs, how often each has said so, and when last. Jobs themselves are in a schema that their library
 * makes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table job_workers (
    id text primary key,
    beats bigint not null default 0,
    seen_on timestamptz not null default now()
  )`.execute(db)
}

/** The version before knows nothing of jobs. */
export const addsOnly = true
