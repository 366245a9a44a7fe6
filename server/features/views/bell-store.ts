import type { Db, Prepared, Tx } from '#server/db/database.ts'
import type { ViewTells } from '#shared/views/contract.ts'
import { sql } from 'kysely'
import { toldFromStart } from './policy.ts'
import type { Pinned } from './view-store.ts'

/** Somebody who is told of what comes into a view. */
export interface Bell {
  readonly userId: string
  /** The id of the view, or the name of one that everybody has. */
  readonly view: string
  readonly tells: Exclude<ViewTells, 'off'>
  /** Nobody chose it: it holds for as long as the right that it goes with. */
  readonly isFromStart: boolean
  /** Up to which candidate they were told. */
  readonly number: number
  /** When the first one after that was noted. */
  readonly waitsSince: Date
  /** When they are told of daily ones; null for who never chose. */
  readonly mailTime: string | null
}

/** An event that may have brought a bug into a view. */
export interface Candidate {
  readonly number: number
  readonly eventId: number
  readonly bugId: string
  readonly actorId: string
  readonly type: string
  /** Of a change of fields; of others nothing of it is asked. */
  readonly payload: Readonly<Record<string, unknown>>
  /** It is of a change of many bugs that goes on, and began within the last hour. */
  readonly isUnfinished: boolean
}

/** Those that are noted from now on are told to who asks now. */
const lastNumber = sql`(select coalesce(max(number), 0) from view_candidates)`
const ofBell = 'bell.user_id = $1 and coalesce(bell.view_id, bell.standard_view) = $2'

const rung: Prepared = {
  name: 'view-bells-rung',
  text: `select bell.user_id as "userId", coalesce(bell.view_id, bell.standard_view) as view, bell.tells,
      bell.is_from_start as "isFromStart", bell.number, first.noted_on as "waitsSince", u.preferences ->> 'mailTime' as "mailTime"
    from view_bells bell join users u on u.id = bell.user_id and u.email is not null and u.deactivated_on is null
      cross join lateral (
        select c.noted_on from view_candidates c where c.number > bell.number order by c.number limit 1) as first
    where bell.tells <> 'off' order by bell.user_id, view`,
}
/** What others decide, or another process does, meanwhile counts. */
const moveOn: Prepared = {
  name: 'view-bell-move-on',
  text: `update view_bells bell set number = $4 where ${ofBell} and bell.number = $3 and bell.tells <> 'off' returning 1`,
}
const next: Prepared = {
  name: 'view-candidates-next',
  text: `select c.number, c.event_id as "eventId", e.subject_id as "bugId", e.actor_id as "actorId", e.type,
      case when e.type = 'bug-fields-changed' then e.payload else '{}' end as payload,
      exists (select from bulk_changes b where b.id = e.bulk_id and b.finished_on is null
        and b.created_on > now() - interval '1 hour') as "isUnfinished"
    from view_candidates c join events e on e.id = c.event_id where c.number > $1 order by c.number limit $2`,
}
const enter: Prepared = {
  name: 'view-entries-add',
  text: `insert into view_entries (user_id, view, bug_id) select $1, $2, bug_id from unnest($3::text[]) as b (bug_id)
    on conflict do nothing returning bug_id as "bugId"`,
}
const turnOff: Prepared = {
  name: 'view-bell-off',
  text: `update view_bells bell set tells = 'off', is_from_start = false where ${ofBell}`,
}

/** Has whoever may triage be told of the view that is theirs from the start, unless they decided otherwise. */
export async function beginFromStart(tx: Tx): Promise<void> {
  const { view, permission, tells } = toldFromStart
  await sql`insert into view_bells (user_id, standard_view, tells, is_from_start, number)
    select u.id, ${view}, ${tells}, true, ${lastNumber} from users u
      where u.email is not null and u.deactivated_on is null
        and not exists (select from view_bells bell where bell.user_id = u.id and bell.standard_view = ${view})
        and exists (select from user_roles o join roles r on r.name = o.role
          where o.user_id = u.id and ${permission} = any(r.permissions))
    on conflict do nothing`.execute(tx)
}

/** Returns the bells for which there may be something new. */
export const bellsRung = (db: Db): Promise<Bell[]> => db.prepared<Bell>(rung, [])

/** Returns the candidates after one, in their order. */
export const nextCandidates = (db: Db, after: number, most: number): Promise<Candidate[]> =>
  db.prepared<Candidate>(next, [after, most])

/** Notes up to which candidate somebody was told of a view. @returns false where that is not as it was any more */
export async function moveBellOn(
  tx: Tx,
  { userId, view }: Bell,
  [from, to]: readonly [number, number],
): Promise<boolean> {
  return (await tx.prepared(moveOn, [userId, view, from, to])).length > 0
}

/** Notes that bugs have come into a view of somebody. @returns those that had not before */
export async function noteEntries(
  tx: Tx,
  { userId, view }: Pick<Bell, 'userId' | 'view'>,
  bugIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.prepared<{ bugId: string }>(enter, [userId, view, bugIds])
  return new Set(rows.map(({ bugId }) => bugId))
}

/** Stores when somebody is told of a view. Whoever was not told of it begins with what comes into it from now on. */
export async function writeBell(tx: Tx, userId: string, what: Pinned, tells: ViewTells): Promise<void> {
  const [viewId, name] = 'view' in what ? [what.view, null] : [null, what.standardView]
  await sql`insert into view_bells as bell (user_id, view_id, standard_view, tells, number)
    values (${userId}, ${viewId}, ${name}, ${tells}, ${lastNumber})
    on conflict (user_id, view_id, standard_view) do update set tells = excluded.tells, is_from_start = false,
      number = case when bell.tells = 'off' then excluded.number else bell.number end`.execute(tx)
}

/** Tells somebody no more of what comes into a view, which they need not be able to open any more. */
export async function turnBellOff(
  tx: Tx,
  { userId, view }: { readonly userId: string; readonly view: string },
): Promise<void> {
  await tx.prepared(turnOff, [userId, view])
}

/** Counts the views of which somebody is told. */
export async function countBells(tx: Tx, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('view_bells')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('tells', '<>', 'off')
    .executeTakeFirstOrThrow()
  return row.n
}
