import type { Db } from '#server/db/database.ts'
import type { BugReference } from '#shared/texts/contract.ts'

const byShortId = {
  name: 'bugs-by-short-id',
  text: `select distinct on (right(id, 8)) right(id, 8) as "shortId", id as "_id", title, is_closed as "isClosed", status
    from bugs where right(id, 8) = any($1::text[]) order by right(id, 8), id`,
}

/**
 * The bugs that short ids mean, in no order. Where two bugs share one, the older is meant, so that a bug reported later
 * can't take over what a text refers to.
 */
export function bugReferences(db: Db, shortIds: readonly string[]): Promise<BugReference[]> {
  return db.prepared<BugReference>(byShortId, [shortIds])
}
