import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { requireBug, requireEntry } from '#server/features/bugs/public.ts'
import type { Call } from '#server/http/serve.ts'
import type {
  seeAllNotifications as allEndpoint,
  seeBug as endpoint,
  seeBulkNotifications as bulkEndpoint,
  unseeNotifications as unseeEndpoint,
} from '#shared/following/contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { isFollowing } from './follow-bug.ts'
import { notificationsOf, noSuchNotification, notificationCount } from './notifications.ts'
import { daysUntilTold } from './tell-of-view.ts'
import { tellOwnPages } from './tell-own-pages.ts'

/** For what is not decided yet: at a bug that they follow, or in a view of which they are told, perhaps tomorrow. A repetition locks nothing. */
const seen = {
  name: 'see-bug',
  text: `insert into bug_seen as s (user_id, bug_id, event_id) select $1::text, $2::text, e.id from events e where e.id = $3
      and not exists (select from bug_seen k where k.user_id = $1::text and k.bug_id = $2::text and k.event_id >= $3)
      and ($4 or e.at > now() - make_interval(days => ${daysUntilTold})
        and exists (select from view_bells b where b.user_id = $1::text and b.tells <> 'off'))
    on conflict (user_id, bug_id) do update set event_id = excluded.event_id where s.event_id < excluded.event_id`,
}

/** The time of the transaction as the contract has it: all that it marks has the same. */
const seenOn = `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

interface Marked {
  readonly seenOn: string
}

interface Seen extends Partial<Marked> {
  /** How many entries are still unread. */
  readonly total: number
}

const seenUpTo = {
  name: 'see-notifications',
  text: `update notifications set seen_on = now()
    where user_id = $1 and bug_id = $2 and event_id <= $3 and seen_on is null returning ${seenOn} as "seenOn"`,
}

const doneUpTo = {
  name: 'notifications-done',
  text: `update notifications set seen_on = coalesce(seen_on, now()), done_on = now()
    where user_id = $1 and bug_id = $2 and event_id <= $3 and done_on is null returning ${seenOn} as "seenOn"`,
}

/** What was seen before it was done stays seen. */
const unseen = {
  name: 'unsee-notifications',
  text: `update notifications set done_on = null, seen_on = nullif(seen_on, $2::timestamptz)
    where user_id = $1 and (seen_on = $2::timestamptz or done_on = $2::timestamptz) returning 1`,
}

/** @param which a condition on `news` */
const allDone = (
  actor: Actor,
  which: RawBuilder<unknown>,
  state?: 'unread' | 'read',
) => sql<Marked>`${notificationsOf(actor, state)}
  update notifications n set seen_on = coalesce(n.seen_on, now()), done_on = now() from news
    where n.user_id = ${actor.userId}::text and n.bug_id = news.bug_id and n.event_id <= news.last_id and n.done_on is null
      and ${which}
    returning ${sql.raw(seenOn)} as "seenOn"`

/**
 * Marks what somebody was told of a bug as read, or as done, up to an entry; the place never moves back. For who was
 * told nothing, and will be told nothing of what is there by now, nothing is stored.
 * @throws AppError not-found, also for an entry of another bug
 */
export async function seeBug({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<Seen> {
  const { bugId } = params
  await requireBug(tx, actor, bugId)
  const eventId = await requireEntry(tx, actor, bugId, body.entryId)
  const news = await tx.prepared<Marked>(body.isDone ? doneUpTo : seenUpTo, [actor.userId, bugId, eventId])
  const follows = await isFollowing(tx, { bugId, userId: actor.userId })
  await tx.prepared(seen, [actor.userId, bugId, eventId, follows])
  if (news.length > 0) await tellOwnPages(tx, actor.userId)
  return { total: await notificationCount(tx, actor), ...news[0] }
}

/** Marks all that is unread, or read, as done. Some may have arrived meanwhile. */
export async function seeAllNotifications({ actor, query }: Call<typeof allEndpoint>, tx: Tx): Promise<Seen> {
  const moved = await tx.run<Marked>(allDone(actor, sql`true`, query.state), { keepsPlan: true })
  if (moved.length > 0) await tellOwnPages(tx, actor.userId)
  return { total: await notificationCount(tx, actor), ...moved[0] }
}

/** Takes back what one call marked as read or as done. @returns how many notifications they have now */
export async function unseeNotifications({ actor, body }: Call<typeof unseeEndpoint>, tx: Tx): Promise<number> {
  const back = await tx.prepared(unseen, [actor.userId, body.seenOn])
  if (back.length > 0) await tellOwnPages(tx, actor.userId)
  return notificationCount(tx, actor)
}

/**
 * Marks what a bulk change did as done.
 * @throws AppError not-found when it is the last change of none of their bugs
 */
export async function seeBulk({ actor, params }: Call<typeof bulkEndpoint>, tx: Tx): Promise<Seen> {
  const bulkId = isRecordId(params.bulkId) ? params.bulkId : ''
  const moved = await tx.run<Marked>(allDone(actor, sql`news.bulk_id = ${bulkId}`))
  if (moved.length === 0) throw noSuchNotification()
  await tellOwnPages(tx, actor.userId)
  return { total: await notificationCount(tx, actor), ...moved[0] }
}
