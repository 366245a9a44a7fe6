import type { InTx } from '#server/events/transactor.ts'
import { type RawBuilder, sql } from 'kysely'

const atOnce = 10_000

/**
 * Deletes rows of a table, in transactions of at most 10,000 each, so that no other one waits for long.
 * @param ctids selects the `ctid` of each row
 * @param stop ends it between two transactions
 */
export async function deleteInBatches(
  inTx: InTx,
  table: string,
  ctids: RawBuilder<unknown>,
  stop: AbortSignal,
): Promise<void> {
  for (let deleted = atOnce; deleted >= atOnce && !stop.aborted;) {
    const { numAffectedRows } = await inTx((tx) =>
      sql`delete from ${sql.table(table)} where ctid = any(array(${ctids} limit ${atOnce}))`.execute(tx),
    )
    deleted = Number(numAffectedRows ?? 0)
  }
}
