import type { Tx } from '#server/db/database.ts'
import { sql } from 'kysely'

/**
 * Lets imports take turns, one transaction at a time, so that two of them at once neither store a person twice nor
 * close a circle of duplicates nor block each other.
 */
export async function waitForOtherImports(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('mothlight import'))`.execute(tx)
}
