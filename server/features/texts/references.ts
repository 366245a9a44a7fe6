import type { Db } from '#server/db/database.ts'
import type { BugReference } from '#shared/texts/contract.ts'

const byShortId = {
  name: 'bugs-by-short-id',
  text: `select distinct on (right(id, 8)) right(id, 8) as "shortId", id as "_id", title, is_closed as "isClosed", status
    from bugs where right(id, 8) = any($1::text[]) order by right(id, 8), id`,
}

/**
 * Returns the bugs for short ids, in no order. Where two bugs share one, the older is returned, so that a bug reported
 * later can't take over a reference.
 */
export function bugReferences(db: Db, shortIds: readonly string[]): Promise<BugReference[]> {
  return db.prepared<BugReference>(byShortId, [shortIds])
}
