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

/**
 * Updates how many people bugs affect that now have another reporter: those, and what they were merged into, where that
 * person had a part already. The caller has locked them, and keeps merges from changing meanwhile.
 */
export async function recountAffectedWith(tx: Tx, bugIds: readonly string[], userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`with recursive up (id) as (
      select b.id from bugs b where b.id = any(${bugIds}::text[]) and (
        b.is_merged
        or exists (select from bug_joins j where j.bug_id = b.id and j.user_id = ${userId})
        or exists (select from bugs m where m.duplicate_of = b.id and m.is_merged))
      union
      select m.duplicate_of from up join bugs m on m.id = up.id and m.is_merged
    ) select id from up`.execute(tx)
  await recountAffected(
    tx,
    rows.map(({ id }) => id),
  )
}
