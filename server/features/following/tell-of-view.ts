import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import type { NotificationLevel } from '#shared/following/level.ts'
import { decisionsOf } from './level-in-force.ts'
import { tellOwnPages } from './tell-own-pages.ts'

/** Days for which what has happened to a bug may still be told as new in a view: longer than any daily bell waits. */
export const daysUntilTold = 14

/** What they have seen of a bug since is not told. */
const store: Prepared = {
  name: 'notification-of-view',
  text: `insert into notifications (user_id, bug_id, event_id, reason, view, bulk_id, is_mail_pending)
    select $1::text, bug_id, event_id, 'entered', $2, $3, true
      from unnest($4::text[], $5::bigint[]) as n (bug_id, event_id)
      where not exists (
        select from bug_seen s where s.user_id = $1::text and s.bug_id = n.bug_id and s.event_id >= n.event_id)
      order by event_id
    on conflict do nothing`,
}
/** Of a view of which they are not told any more, or that is gone. */
const end: Prepared = {
  name: 'notifications-of-view-end',
  text: `update notifications set seen_on = coalesce(seen_on, now()), done_on = now()
    where view = $1 and done_on is null and user_id is distinct from $2 returning user_id as "userId"`,
}
const muted: Prepared = {
  name: 'product-levels-of-bugs',
  text: `select b.id as "bugId", l.level from bugs b
    join product_levels l on l.product_number = b.product_number and l.user_id = $1 where b.id = any($2::text[])`,
}

/** What has come into a view of somebody. */
interface CameIn {
  readonly userId: string
  /** Its id, or the name of one that everybody has. */
  readonly view: string
  /** The bugs, each with the event that brought it there. */
  readonly entered: readonly { readonly bugId: string; readonly eventId: number }[]
  /** Makes one entry of several bugs; null for one. */
  readonly bulkId: string | null
}

/**
 * Tells somebody of bugs that have come into a view, but for those of which they want to hear nothing, and for events of which they
 * are told for another reason. What they chose for everything does not count: they want to hear of the view.
 */
export async function tellOfView(tx: Tx, { userId, view, entered, bulkId }: CameIn): Promise<void> {
  const ids = entered.map(({ bugId }) => bugId)
  const decisions = await decisionsOf(tx, userId, ids)
  const products = await tx.prepared<{ bugId: string; level: NotificationLevel }>(muted, [userId, ids])
  const levels = new Map(products.map(({ bugId, level }) => [bugId, level]))
  const told = entered.filter(({ bugId }) => (decisions.get(bugId)?.level ?? levels.get(bugId)) !== 'nothing')
  if (told.length === 0) return
  // Their numbers are in the order of the commits.
  await acquireAdvisoryLock(tx, 'notifications')
  await tx.prepared(store, [userId, view, bulkId, told.map(({ bugId }) => bugId), told.map(({ eventId }) => eventId)])
  await tellOwnPages(tx, userId)
}

/** Counts as done what people were told of a view, which they may not open any more. @param besides who still may */
export async function endNotificationsOfView(tx: Tx, view: string, besides: string | null = null): Promise<void> {
  const ended = await tx.prepared<{ userId: string }>(end, [view, besides])
  for (const userId of new Set(ended.map((row) => row.userId))) await tellOwnPages(tx, userId)
}
