import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { type BugEventType, bugEventTypes, timelineKinds } from '#server/features/bugs/public.ts'
import type { BugStatus } from '#shared/bugs/words.ts'
import {
  type BugNotification,
  defaultNotifications,
  type listNotifications as endpoint,
} from '#shared/following/contract.ts'
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import { followedBugs } from './followed-bugs.ts'

/**
 * Returns the table `notifications` of followed bugs where others did something since the person saw them, with the
 * last event.
 */
export const notificationsOf = (userId: string): RawBuilder<unknown> => sql`${followedBugs(userId)}, notifications as (
    select f.bug_id, f.seen, last.id as last_id from followed f cross join lateral (
      select e.id from events e where e.subject_id = f.bug_id and e.id > f.seen and e.type = any(${bugEventTypes}::text[])
        and e.actor_id is distinct from ${userId} order by e.id desc limit 1
    ) as last
  )`

interface NotificationRow {
  id: string
  title: string
  is_closed: boolean
  status: BugStatus
  count: number
  total: number
  last_id: number
  type: BugEventType
  at: Date
  actor_id: string | null
  actor_name: string | null
}

const latestNotifications = (
  userId: string,
  limit: number,
) => sql<NotificationRow>`${notificationsOf(userId)}, page as (
    select * from notifications order by last_id desc limit ${limit}
  )
  select b.id, b.title, b.is_closed, b.status, page.last_id, e.type, e.at, e.actor_id, actor.full_name as actor_name,
      (select count(*)::integer from notifications) as total,
      (select count(*)::integer from events o where o.subject_id = page.bug_id and o.id > page.seen
        and o.type = any(${bugEventTypes}::text[]) and o.actor_id is distinct from ${userId}) as count
    from page join bugs b on b.id = page.bug_id join events e on e.id = page.last_id
      left join users actor on actor.id = e.actor_id
    order by page.last_id desc`

/** Returns the caller's notifications, latest first. */
export async function notifications(
  db: Db,
  actor: Actor,
  { limit = defaultNotifications }: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const rows = await db.read<NotificationRow>(latestNotifications(actor.userId, limit), { keepsPlan: true })
  return { result: rows.map(present), total: rows[0]?.total ?? 0 }
}

/** Returns for how many bugs the caller has notifications. */
export async function notificationCount(db: Db, actor: Actor): Promise<number> {
  const [row] = await db.read<{ total: number }>(
    sql`${notificationsOf(actor.userId)} select count(*)::integer as total from notifications`,
    { keepsPlan: true },
  )
  return row?.total ?? 0
}

function present(row: NotificationRow): BugNotification {
  return {
    bug: { _id: row.id, title: row.title, isClosed: row.is_closed, status: row.status },
    count: row.count,
    last: {
      _id: String(row.last_id),
      kind: timelineKinds[row.type],
      at: row.at.toISOString(),
      ...(row.actor_id !== null && { by: { _id: row.actor_id, fullName: row.actor_name ?? '' } }),
    },
  }
}
