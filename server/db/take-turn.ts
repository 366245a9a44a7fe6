import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Decisions that look at more than the rows they lock; two of a kind must not be made at once. */
export type Turn = 'duplicate links' | 'user roles' | 'imports'

/** Waits until no other transaction holds this turn, and holds it until this one ends. */
export async function takeTurn(tx: Tx, turn: Turn): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${turn}))`.execute(tx)
}
