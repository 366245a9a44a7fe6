import type { Tx } from '#server/db/database.ts'
import { keepAffectedCounts } from '#server/features/bugs/public.ts'
import { sql } from 'kysely'
import { affectedOfTree, mergedTree } from './merged-tree.ts'

/** Returns the SQL expression of how many people a bug affects; each person counts once. */
export const affectedCount = (bugId: string) =>
  `(${mergedTree(bugId)} select count(distinct user_id)::integer from (${affectedOfTree}) as everybody)`

/** Updates how many people bugs affect. The caller has locked the bugs; merges into them can't change meanwhile. */
export async function recountAffected(tx: Tx, bugIds: readonly string[]): Promise<void> {
  if (bugIds.length === 0) return
  await keepAffectedCounts(tx, bugIds, sql.raw(affectedCount('bugs.id')))
}
