import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { requireBug, requireEntry } from '#server/features/bugs/public.ts'
import type { Call } from '#server/http/serve.ts'
import type { seeBug as endpoint } from '#shared/following/contract.ts'
import { sql } from 'kysely'
import { isFollowing } from './follow-bug.ts'
import { notificationsOf, notificationCount } from './notifications.ts'
import { tellOwnPages } from './tell-own-pages.ts'

const seen = {
  name: 'see-bug',
  text: `insert into bug_seen as s (user_id, bug_id, event_id) values ($1, $2, $3)
    on conflict (user_id, bug_id) do update set event_id = excluded.event_id where s.event_id < excluded.event_id
    returning 1`,
}

const allSeen = (userId: string) => sql`${notificationsOf(userId)}
  insert into bug_seen as s (user_id, bug_id, event_id) select ${userId}::text, bug_id, last_id from notifications order by bug_id
    on conflict (user_id, bug_id) do update set event_id = excluded.event_id where s.event_id < excluded.event_id
    returning 1`

/**
 * Records how far a follower has seen a bug; the place never moves back. Nothing is stored for other people.
 * @returns how many bugs still have notifications
 * @throws AppError not-found, also for an entry of another bug
 */
export async function seeBug({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<number> {
  const { bugId } = params
  await requireBug(tx, bugId)
  const eventId = await requireEntry(tx, bugId, body.entryId)
  if (await isFollowing(tx, { bugId, userId: actor.userId })) {
    const moved = await tx.prepared(seen, [actor.userId, bugId, eventId])
    if (moved.length > 0) await tellOwnPages(tx, actor.userId)
  }
  return notificationCount(tx, actor)
}

/**
 * Records that all notifications were seen. @returns how many bugs still have notifications, which arrived meanwhile
 */
export async function seeAllNotifications(actor: Actor, tx: Tx): Promise<number> {
  const moved = await tx.run(allSeen(actor.userId), { keepsPlan: true })
  if (moved.length > 0) await tellOwnPages(tx, actor.userId)
  return notificationCount(tx, actor)
}
