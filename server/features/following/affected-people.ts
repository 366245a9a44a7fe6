import type { Tx } from '#server/db/database.ts'
import { keepAffectedCounts } from '#server/features/bugs/public.ts'
import { sql } from 'kysely'
import { affectedOfTree, mergedTree } from './merged-tree.ts'

/** How many people a bug affects, as an expression; each person counts once. */
export const affectedCount = (bugId: string) =>
  `(${mergedTree(bugId)} select count(distinct user_id)::integer from (${affectedOfTree}) as everybody)`

/** Counts anew whom bugs affect. The caller has locked them, and every bug that was merged into them stays so. */
export async function recountAffected(tx: Tx, bugIds: readonly string[]): Promise<void> {
  if (bugIds.length === 0) return
  await keepAffectedCounts(tx, bugIds, sql.raw(affectedCount('bugs.id')))
}
