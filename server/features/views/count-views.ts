import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { countFound, searchOf } from '#server/features/finding/public.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import type { ViewSearch } from '#shared/views/contract.ts'
import { maySeeView } from './policy.ts'
import { standardView } from './view-presenter.ts'
import { findViews } from './view-store.ts'

/** Milliseconds for which ages in a view are taken from one time, so that those who wait share what was counted. */
const sameTime = 5_000

/** Returns how many bugs each view finds for a person, in the order asked for; those that they may not open are left out. */
export async function countViews(
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<{ _id: string; total: number }[]> {
  const rows = (await findViews(db, actor.userId, ids)).filter((row) => maySeeView(actor, row))
  const searches = new Map<string, ViewSearch>(rows.map(({ id, search }) => [id, search]))
  const now = new Date(Math.floor(Date.now() / sameTime) * sameTime)
  const counts: { _id: string; total: number }[] = []
  // One after the other: the counts of one person's views must not take all connections.
  for (const _id of new Set(ids)) {
    const search = standardView(_id)?.search ?? searches.get(_id)
    // A term may have come to mean something else since the view was saved.
    if (!search || !parseSearch(search.keywords ?? '').ok) continue
    counts.push({ _id, total: await countFound(db, searchOf(search), actor, now) })
  }
  return counts
}
