import type { Actor } from '#server/access/actor.ts'
import { visibleTo } from '#server/access/sight.ts'
import type { Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import {
  type BugEventType,
  bugEventTypes,
  bugLinkJson,
  isInternalEvent,
  timelineKinds,
} from '#server/features/bugs/public.ts'
import type { TimelineKind } from '#shared/history/timeline-entry.ts'
import { AppError } from '#server/http/app-error.ts'
import type { BugStatus } from '#shared/bugs/words.ts'
import {
  type BugNotification,
  defaultNotifications,
  type notificationStates,
  type listBulkNotifications as bulkEndpoint,
  type listAllNotifications as listEndpoint,
  type listNotifications as endpoint,
} from '#shared/following/contract.ts'
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { defaultPageSize, paginationOf } from '#shared/http/page.ts'
import { lessThan, type NotificationLevel, notificationReasons } from '#shared/following/level.ts'
import type { UsualLevels } from '#shared/following/usual-levels.ts'
import type { BugLink } from '#shared/links/link.ts'
import { type RawBuilder, sql } from 'kysely'
import { decisionOf, decisionsOf, levelInForce, partJson } from './level-in-force.ts'
import { namedView, nameOfView } from './named-view.ts'
import type { Part } from './who-is-told.ts'

/**
 * Returns the table `news` of bugs of which somebody was told what they have not seen; or, of the others, what they have seen
 * and is not done; or, of what is left, what is done: the last event, the bulk change that this belongs to, how many there are and the strongest reason. The table `told` has them one
 * by one. A bug that they may not see now gives none, and neither do internal comments.
 */
export function notificationsOf(actor: Actor, state: NotificationState = 'unread'): RawBuilder<unknown> {
  const { userId } = actor
  const { all, isEverything } = visibleTo(actor)
  const visible = isEverything
    ? sql``
    : sql`and exists (select from bugs b where b.id = n.bug_id and ${sql.join(all, sql` and `)})`
  const open = actor.sees.internalComments ? sql`` : sql`and not n.is_internal`
  const noneIs = (what: RawBuilder<unknown>) =>
    sql`not exists (select from notifications u where u.user_id = n.user_id and u.bug_id = n.bug_id and ${what}
      ${actor.sees.internalComments ? sql`` : sql`and not u.is_internal`})`
  const which = {
    unread: sql`n.seen_on is null`,
    read: sql`n.seen_on is not null and n.done_on is null and ${noneIs(sql`u.seen_on is null`)}`,
    done: sql`n.done_on is not null and ${noneIs(sql`u.done_on is null`)}`,
  }[state]
  return sql`with told as (
      select n.bug_id, n.event_id, n.bulk_id, n.reason, n.view from notifications n
        where n.user_id = ${userId}::text and ${which} ${open} ${visible}
    ), news as (
      select t.bug_id, max(t.event_id) as last_id, count(*)::integer as count,
          ${state === 'unread' ? sql`(array_agg(t.bulk_id order by t.event_id desc))[1]` : sql`null::record_id`} as bulk_id,
          (array_agg(t.view order by t.event_id desc))[1] as view,
          min(array_position(${notificationReasons}::text[], t.reason)) as reason
        from told t group by t.bug_id
    )`
}

type NotificationState = (typeof notificationStates)[number]

/**
 * Follows `notificationsOf`: the table `entries`, one for all bugs that the same bulk change changed last, and one for each other
 * bug; of several bugs, the one that was changed last.
 */
const entries = sql`entries as (
    select max(last_id) as last_id, count(*)::integer as bugs from news
      group by bulk_id, case when bulk_id is null then bug_id end
  )`

interface NotificationRow {
  bug: BugLink
  status: BugStatus
  count: number
  last_id: number
  type: BugEventType
  at: Date
  actor_id: string | null
  actor_name: string | null
  bulk_id: string | null
  /** Its place among the reasons, from 1. */
  reason: number
  /** The view that it came into: its id, or the name of one that everybody has. */
  view: string | null
  /** What the former is called, where the caller may open it. */
  view_name: string | null
  /** What the caller chose for its product and everything. */
  product_level: NotificationLevel | null
  person_level: NotificationLevel | null
  /** What they are to it. */
  part: Part
  /** The types of what its bulk change did to it. */
  bulk_types: BugEventType[] | null
}

/** What is told of the rows of a table `page`: some of `news`. */
const toldOfPage = sql`${sql.raw(bugLinkJson('b'))} as bug, b.status, page.last_id, e.type, e.at, e.actor_id,
      actor.full_name as actor_name, page.bulk_id, page.count, page.reason, page.view, ${sql.raw(nameOfView('page.view', 'me.id'))} as view_name, l.level as product_level, me.preferences ->> 'newsLevel' as person_level, ${sql.raw(partJson('b', 'me.id'))} as part,
      case when page.bulk_id is not null then (select array_agg(distinct o.type) from told t join events o on o.id = t.event_id
        where t.bug_id = page.bug_id and t.bulk_id = page.bulk_id) end as bulk_types`

const fromPage = (userId: string) => sql`page join bugs b on b.id = page.bug_id join events e on e.id = page.last_id
      join users me on me.id = ${userId}::text
      left join users actor on actor.id = e.actor_id
      left join product_levels l on l.product_number = b.product_number and l.user_id = me.id
    order by page.last_id desc`

const latestNotifications = (
  actor: Actor,
  state: NotificationState,
  { limit, offset }: { limit: number; offset: number },
) =>
  sql`${notificationsOf(actor, state)}, ${entries}, page as (
    select n.*, last.bugs from entries last join news n on n.last_id = last.last_id
      order by n.last_id desc limit ${limit} offset ${offset}
  )
  select ${toldOfPage}, page.bugs, (select count(*)::integer from entries) as total from ${fromPage(actor.userId)}`

/** Returns the caller's notifications, latest first. */
export async function notifications(
  db: Db,
  actor: Actor,
  { limit = defaultNotifications }: QueryOf<typeof endpoint>,
  usual: UsualLevels,
): Promise<ReplyOf<typeof endpoint>> {
  const rows = await db.read<NotificationRow & { bugs: number; total: number }>(
    latestNotifications(actor, 'unread', { limit, offset: 0 }),
    {
      keepsPlan: true,
    },
  )
  return { result: await presentAll(db, actor, rows, usual), total: rows[0]?.total ?? 0 }
}

/** Returns one page of the caller's notifications, latest first. */
export async function allNotifications(
  db: Db,
  actor: Actor,
  { state = 'unread', pageNumber = 1, pageSize = defaultPageSize }: QueryOf<typeof listEndpoint>,
  usual: UsualLevels,
): Promise<ReplyOf<typeof listEndpoint>> {
  const [count] = await db.read<{ total: number }>(countOf(actor, state))
  const rows = await db.read<NotificationRow & { bugs: number }>(
    latestNotifications(actor, state, { limit: pageSize, offset: (pageNumber - 1) * pageSize }),
  )
  return {
    result: await presentAll(db, actor, rows, usual),
    pagination: paginationOf({ number: pageNumber, size: pageSize }, count?.total ?? 0),
  }
}

const countOf = (actor: Actor, state: NotificationState) =>
  sql`${notificationsOf(actor, state)}, ${entries} select count(*)::integer as total from entries`

/** Returns how many notifications the caller has. */
export async function notificationCount(db: Db, actor: Actor): Promise<number> {
  const [row] = await db.read<{ total: number }>(countOf(actor, 'unread'), { keepsPlan: true })
  return row?.total ?? 0
}

const ofBulk = (actor: Actor, bulkId: string) => sql`${notificationsOf(actor)}, own as (
    select * from news where bulk_id = ${bulkId}
  )`

/**
 * Returns the bugs behind one notification, those that a bulk change changed last, latest first.
 * @throws AppError not-found when there are none for the caller, or none any more
 */
export async function bulkNotifications(
  db: Db,
  actor: Actor,
  bulkId: string,
  { pageNumber = 1, pageSize = defaultPageSize }: QueryOf<typeof bulkEndpoint>,
  usual: UsualLevels,
): Promise<ReplyOf<typeof bulkEndpoint>> {
  const query = ofBulk(actor, isRecordId(bulkId) ? bulkId : '')
  const [count] = await db.read<{ total: number }>(sql`${query} select count(*)::integer as total from own`)
  if (!count?.total) throw noSuchNotification()
  const rows = await db.read<NotificationRow>(sql`${query}, page as (
      select * from own order by last_id desc limit ${pageSize} offset ${(pageNumber - 1) * pageSize}
    )
    select ${toldOfPage} from ${fromPage(actor.userId)}`)
  return {
    result: await presentAll(
      db,
      actor,
      rows.map((row) => ({ ...row, bugs: 1 })),
      usual,
    ),
    pagination: paginationOf({ number: pageNumber, size: pageSize }, count.total),
  }
}

export function noSuchNotification(): AppError {
  return new AppError('not-found', 'You have no news of a bulk change with this id.', { field: 'bulkId' })
}

async function presentAll(
  db: Db,
  actor: Actor,
  rows: readonly (NotificationRow & { readonly bugs: number })[],
  usual: UsualLevels,
): Promise<BugNotification[]> {
  const decisions = await decisionsOf(
    db,
    actor.userId,
    rows.map(({ bug }) => bug._id),
  )
  return rows.map((row) => {
    const decision = decisions.get(row.bug._id) ?? decisionOf([])
    const standing = { product: row.product_level, person: row.person_level, part: row.part }
    return present(row, lessThan(levelInForce(decision, standing, usual).level))
  })
}

/**
 * @param row with the number of bugs that it tells of
 * @param less the next level below the one that holds
 */
function present(
  row: NotificationRow & { readonly bugs: number },
  less: NotificationLevel | undefined,
): BugNotification {
  const { bugs } = row
  const reason = notificationReasons[row.reason - 1] ?? 'follows'
  const view = reason === 'entered' ? namedView(row.view, row.view_name) : undefined
  return {
    bug: { ...row.bug, status: row.status },
    count: row.count,
    reason,
    ...(view && { view }),
    ...(less && reason !== 'entered' && { less }),
    last: {
      _id: String(row.last_id),
      kind: timelineKinds[row.type],
      ...(isInternalEvent(row.type) && { isInternal: true as const }),
      at: row.at.toISOString(),
      ...(row.actor_id !== null && { by: { _id: row.actor_id, fullName: row.actor_name ?? '' } }),
    },
    ...(row.bulk_id !== null && bugs > 1 && { bulk: { _id: row.bulk_id, bugs, kinds: kindsOf(row) } }),
  }
}

/** In the order of the timeline's kinds. */
function kindsOf({ bulk_types: types }: NotificationRow): TimelineKind[] {
  return bugEventTypes.filter((type) => types?.includes(type)).map((type) => timelineKinds[type])
}
