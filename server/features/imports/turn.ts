import type { Tx } from '#server/db/database.ts'
import { sql } from 'kysely'

/**
 * Lets imports take turns, one transaction at a time, so that two of them at once neither store a person twice nor
 * block each other.
 */
export async function waitForOtherImports(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('mothlight import'))`.execute(tx)
}

/**
 * Keeps everybody else from linking duplicates until the transaction ends; classifying a bug takes the same lock. Like
 * there, the bugs to link must be locked before, or the two could wait for each other.
 */
export async function lockDuplicateLinks(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('duplicate links'))`.execute(tx)
}
