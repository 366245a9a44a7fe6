import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Advisory locks for decisions that read more rows than they lock; only one transaction at a time may make each kind.
 */
export type AdvisoryLock =
  | 'duplicate links'
  | 'user roles'
  | 'products'
  | 'imports'
  | 'settings'
  | 'notifications'
  | 'answer mails'
  | 'mail reports'

/** Acquires an advisory lock that is held until the end of the transaction, and waits while another one holds it. */
export async function acquireAdvisoryLock(tx: Tx, lock: AdvisoryLock): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(tx)
}
