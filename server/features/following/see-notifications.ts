import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { requireBug, requireEntry } from '#server/features/bugs/public.ts'
import type { Call } from '#server/http/serve.ts'
import type { seeBug as endpoint, seeBulkNotifications as bulkEndpoint } from '#shared/following/contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { isFollowing } from './follow-bug.ts'
import { newsOf, noSuchNotification, notificationCount } from './notifications.ts'
import { tellOwnPages } from './tell-own-pages.ts'

const seen = {
  name: 'see-bug',
  text: `insert into bug_seen as s (user_id, bug_id, event_id) values ($1, $2, $3)
    on conflict (user_id, bug_id) do update set event_id = excluded.event_id where s.event_id < excluded.event_id
    returning 1`,
}

const seenUpTo = {
  name: 'see-notifications',
  text: `update notifications set seen_on = now()
    where user_id = $1 and bug_id = $2 and event_id <= $3 and seen_on is null returning 1`,
}

/** @param which a condition on `news` */
const allSeen = (actor: Actor, which: RawBuilder<unknown>) => sql`${newsOf(actor)}
  update notifications n set seen_on = now() from news
    where n.user_id = ${actor.userId}::text and n.bug_id = news.bug_id and n.event_id <= news.last_id and n.seen_on is null
      and ${which}
    returning 1`

/**
 * Records how far somebody has seen a bug; the place never moves back. For who was told nothing and follows it not, nothing is stored.
 * @returns how many notifications they still have
 * @throws AppError not-found, also for an entry of another bug
 */
export async function seeBug({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<number> {
  const { bugId } = params
  await requireBug(tx, actor, bugId)
  const eventId = await requireEntry(tx, actor, bugId, body.entryId)
  const news = await tx.prepared(seenUpTo, [actor.userId, bugId, eventId])
  // For what is not decided yet.
  const moved = (await isFollowing(tx, { bugId, userId: actor.userId }))
    ? await tx.prepared(seen, [actor.userId, bugId, eventId])
    : []
  if (news.length + moved.length > 0) await tellOwnPages(tx, actor.userId)
  return notificationCount(tx, actor)
}

/**
 * Records that all notifications were seen. @returns how many there are still, which arrived meanwhile
 */
export async function seeAllNotifications(actor: Actor, tx: Tx): Promise<number> {
  const moved = await tx.run(allSeen(actor, sql`true`), { keepsPlan: true })
  if (moved.length > 0) await tellOwnPages(tx, actor.userId)
  return notificationCount(tx, actor)
}

/**
 * Records that somebody has seen what a bulk change did.
 * @returns how many notifications they still have
 * @throws AppError not-found when it is the last change of none of their bugs
 */
export async function seeBulk({ actor, params }: Call<typeof bulkEndpoint>, tx: Tx): Promise<number> {
  const bulkId = isRecordId(params.bulkId) ? params.bulkId : ''
  const moved = await tx.run(allSeen(actor, sql`news.bulk_id = ${bulkId}`))
  if (moved.length === 0) throw noSuchNotification()
  await tellOwnPages(tx, actor.userId)
  return notificationCount(tx, actor)
}
