import { maySee, type SeenFacts } from '#server/access/sight.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { eventsAtOnce, nextEvents } from '#server/events/relay.ts'
import { findActorsOf } from '#server/features/auth/public.ts'
import { bugEventTypes, isInternalEvent, seenFacts } from '#server/features/bugs/public.ts'
import type { NotificationLevel, NotificationReason } from '#shared/following/level.ts'
import type { UsualLevels } from '#shared/following/usual-levels.ts'
import {
  concerned,
  type EventRow,
  isNews,
  mayMention,
  type Mentioned,
  mentioned,
  namedBy,
  type PersonAtBug,
  questionOf,
} from './event-question.ts'
import { decisionOf, type Interest, interested } from './level-in-force.ts'
import { isCommentAdded, isOfTeam, reasonToTell } from './who-is-told.ts'

/** Most notifications that one transaction stores, but for those of a single event. */
const mostAtOnce = 5_000

/** Bugs whose people are read at once. */
const bugsAtOnce = 20

const timelineTypes: ReadonlySet<string> = new Set(bugEventTypes)

const position: Prepared = {
  name: 'notification-position',
  text: 'select tx::text as tx, event_id as id from notification_position',
}
const moveOn: Prepared = {
  name: 'notification-move-on',
  text: 'update notification_position set tx = $1::text::xid8, event_id = $2',
}
const payloads: Prepared = {
  name: 'notification-events',
  text: `select e.id, e.type, e.subject_id, e.actor_id, e.payload, e.bulk_id from events e where e.id = any($1::bigint[])
    and ${isNews}`,
}
const watching: Prepared = {
  name: 'notification-watchers',
  text: `select b.id as "bugId", l.user_id as "userId", l.level
    from bugs b join product_levels l on l.product_number = b.product_number where b.id = any($1::text[])`,
}
const joining: Prepared = {
  name: 'notification-joined',
  text: `select j.bug_id as "bugId", j.user_id as "userId",
      exists (select from comments c where c.bug_id = j.bug_id and c.user_id = j.user_id) as "hasCommented"
    from bug_joins j where j.bug_id = any($1::text[]) and j.is_joined`,
}
/** By person and bug, as its primary key has them. */
const lastSeen: Prepared = {
  name: 'notification-seen',
  text: `select s.bug_id as "bugId", s.user_id as "userId", s.event_id as "eventId"
    from bug_seen s where s.user_id = any($1::text[]) and s.bug_id = any($2::text[])`,
}
const accounts: Prepared = {
  name: 'notification-accounts',
  text: `select id, preferences ->> 'newsLevel' as level from users where id = any($1::text[]) and email is not null`,
}
const store: Prepared = {
  name: 'notification-store',
  text: `insert into notifications (user_id, bug_id, event_id, reason, bulk_id, seen_on, is_mail_pending, is_internal)
    select user_id, bug_id, event_id, reason, bulk_id, case when is_seen then now() end, not is_seen, is_internal
      from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::boolean[], $7::boolean[])
        as n (user_id, bug_id, event_id, reason, bulk_id, is_seen, is_internal)
    on conflict do nothing`,
}

/** What may have brought a bug into a view is asked later, of each view by itself. */
const noteCandidates: Prepared = {
  name: 'view-candidates-note',
  text: 'insert into view_candidates (event_id) select * from unnest($1::bigint[])',
}

interface PersonAt {
  readonly bugId: string
  readonly userId: string
}

interface Told {
  readonly userId: string
  readonly event: EventRow
  readonly reason: NotificationReason
  readonly isSeen: boolean
}

/**
 * Decides who is told of the next events, and stores it together with how far that is: so each event is decided once, whatever
 * process does it and wherever it is killed. The others wait for a lock, by which the transaction gets no id of its own until it
 * stores something: live pages wait for every older transaction that has one.
 * @param usual what the installation has for who chose nothing
 * @param atMost how many events of the list are looked at
 * @returns whether there may be more
 * @throws EventsUndecided when some of them can't be decided
 */
export async function decideNext(tx: Tx, usual: UsualLevels, atMost = eventsAtOnce): Promise<boolean> {
  const all = await nextPlaces(tx)
  const next = all.slice(0, atMost)
  try {
    const last = await decideThese(tx, next, usual)
    return last?.id !== all.at(-1)?.id || all.length === eventsAtOnce
  } catch (error) {
    throw new EventsUndecided(
      next.map(({ id }) => id),
      error,
    )
  }
}

/** Nobody is told of any of these events, because that failed for at least one. */
export class EventsUndecided extends Error {
  readonly eventIds: readonly number[]

  constructor(eventIds: readonly number[], cause: unknown) {
    super('It could not be decided who is told of what happened.', { cause })
    this.eventIds = eventIds
  }
}

/** Passes over an event, of which nobody is told, unless it is not the next one any more. @returns whether it was */
export async function passOver(tx: Tx, eventId: number): Promise<boolean> {
  const [first] = await nextPlaces(tx)
  if (first?.id !== eventId) return false
  await tx.prepared(moveOn, [first.tx, first.id])
  return true
}

interface Place {
  readonly id: number
  readonly tx: string
  readonly type: string
}

/** Returns the next events of the list, once nobody else decides. */
async function nextPlaces(tx: Tx): Promise<Place[]> {
  await acquireAdvisoryLock(tx, 'notifications')
  const [from] = await tx.prepared<{ tx: string; id: number }>(position, [])
  if (!from) throw new Error('There is always a position.')
  return tx.prepared<Place>(nextEvents, [from.tx, from.id])
}

/** @returns the last of them that is decided now */
async function decideThese(tx: Tx, next: readonly Place[], usual: UsualLevels): Promise<Place | undefined> {
  const ids = next.filter(({ type }) => timelineTypes.has(type)).map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await tx.prepared<EventRow>(payloads, [ids])
  const { told, last } = await decide(tx, rows, next, usual)
  if (told.length > 0) {
    await tx.prepared(store, [
      told.map(({ userId }) => userId),
      told.map(({ event }) => event.subject_id),
      told.map(({ event }) => event.id),
      told.map(({ reason }) => reason),
      told.map(({ event }) => event.bulk_id),
      told.map(({ isSeen }) => isSeen),
      told.map(({ event }) => isInternalEvent(event.type)),
    ])
  }
  const news = new Set(rows.map(({ id }) => id))
  const decided = next.slice(0, last ? next.indexOf(last) + 1 : 0).filter(({ id }) => news.has(id))
  if (decided.length > 0) await tx.prepared(noteCandidates, [decided.map(({ id }) => id)])
  if (last) await tx.prepared(moveOn, [last.tx, last.id])
  return last
}

/** @returns who is told, and the last event up to which that is decided */
async function decide(
  tx: Tx,
  rows: readonly EventRow[],
  next: readonly Place[],
  usual: UsualLevels,
): Promise<{ told: Told[]; last: Place | undefined }> {
  const events = new Map(rows.map((row) => [row.id, row]))
  const told: Told[] = []
  const bugIds = [...new Set(next.flatMap(({ id }) => events.get(id)?.subject_id ?? []))]
  const bugs = new Map<string, BugOfPeople>()
  for (const place of next) {
    const event = events.get(place.id)
    if (!event) continue
    // Their events begin in this order, so the first bug that is not read yet is this one.
    if (bugIds.includes(event.subject_id)) {
      for (const [id, bug] of await bugsOf(tx, bugIds.splice(0, bugsAtOnce), rows, usual)) bugs.set(id, bug)
    }
    const bug = bugs.get(event.subject_id)
    if (bug) told.push(...toldOf(event, bug))
    if (told.length >= mostAtOnce) return { told, last: place }
  }
  return { told, last: next.at(-1) }
}

/** A bug with everybody whom its events may concern. */
interface BugOfPeople {
  readonly facts: SeenFacts
  readonly mentions: readonly Mentioned[]
  readonly people: readonly PersonOfBug[]
  /** Those who said something and may triage. */
  readonly team: ReadonlySet<string>
}

interface PersonOfBug extends PersonAtBug {
  /** The last event that they have seen. */
  readonly seen: number
}

async function bugsOf(
  tx: Tx,
  bugIds: readonly string[],
  rows: readonly EventRow[],
  usual: UsualLevels,
): Promise<Map<string, BugOfPeople>> {
  const facts = await seenFacts(tx, bugIds)
  const interests = Map.groupBy(await tx.prepared<Interest>(interested, [bugIds]), ({ bugId }) => bugId)
  const naming = rows.filter((row) => bugIds.includes(row.subject_id) && mayMention(row)).map((row) => row.subject_id)
  const mentions = Map.groupBy(
    naming.length === 0 ? [] : await tx.prepared<Mentioned>(mentioned, [[...new Set(naming)]]),
    ({ bugId }) => bugId,
  )
  const watchers = Map.groupBy(
    await tx.prepared<PersonAt & { level: NotificationLevel }>(watching, [bugIds]),
    ({ bugId }) => bugId,
  )
  const joined = new Map(
    (await tx.prepared<PersonAt & { hasCommented: boolean }>(joining, [bugIds])).map((row) => [
      pairOf(row),
      row.hasCommented,
    ]),
  )
  const talking = Map.groupBy(
    rows.flatMap((row) => {
      const bug = facts.get(row.subject_id)
      return bug ? concerned(row, bug).map((userId) => ({ bugId: row.subject_id, userId })) : []
    }),
    ({ bugId }) => bugId,
  )
  const candidates = new Set(
    bugIds.flatMap((id) =>
      [interests, mentions, watchers, talking].flatMap((byBug) => (byBug.get(id) ?? []).map(({ userId }) => userId)),
    ),
  )
  const seen = new Map(
    (await tx.prepared<PersonAt & { eventId: number }>(lastSeen, [[...candidates], bugIds])).map((row) => [
      pairOf(row),
      row.eventId,
    ]),
  )
  const speakers = rows
    .filter(({ type, subject_id: id }) => isCommentAdded(type) && bugIds.includes(id))
    .flatMap(({ actor_id: id }) => id ?? [])
  const actors = await findActorsOf(tx, [...new Set([...candidates, ...speakers])])
  const team = new Set(speakers.filter((id) => isOfTeam(actors.get(id))))
  const own = await tx.prepared<{ id: string; level: NotificationLevel | null }>(accounts, [[...candidates]])
  const personLevels = new Map(own.map(({ id, level }) => [id, { chosen: level ?? undefined }]))

  return new Map(
    [...facts].map(([bugId, bug]) => {
      const productLevels = new Map((watchers.get(bugId) ?? []).map(({ userId, level }) => [userId, level]))
      const decisions = Map.groupBy(interests.get(bugId) ?? [], ({ userId }) => userId)
      const named = mentions.get(bugId) ?? []
      const ids = new Set([
        ...decisions.keys(),
        ...productLevels.keys(),
        ...[...named, ...(talking.get(bugId) ?? [])].map(({ userId }) => userId),
      ])
      const people = [...ids].flatMap((userId): PersonOfBug[] => {
        const [actor, person] = [actors.get(userId), personLevels.get(userId)]
        if (!actor?.permissions.has('canViewData') || !person) return []
        const decision = decisionOf(decisions.get(userId) ?? [])
        return [
          {
            userId,
            isVisible: maySee(actor, bug),
            seesInternal: actor.sees.internalComments,
            levels: { bug: decision.level, product: productLevels.get(userId), person: person.chosen, usual },
            followsFrom: decision.followsFrom,
            isJoined: joined.has(pairOf({ bugId, userId })),
            hasCommented: joined.get(pairOf({ bugId, userId })) === true,
            seen: seen.get(pairOf({ bugId, userId })) ?? 0,
          },
        ]
      })
      return [bugId, { facts: bug, mentions: named, people, team }]
    }),
  )
}

const pairOf = ({ bugId, userId }: PersonAt) => `${bugId} ${userId}`

function toldOf(event: EventRow, { facts, mentions, people, team }: BugOfPeople): Told[] {
  const named = namedBy(event, mentions)
  const isByTeam = event.actor_id !== null && team.has(event.actor_id)
  return people.flatMap(({ seen, ...person }) => {
    const reason = reasonToTell(...questionOf(event, { facts, named, isByTeam }, person))
    return reason ? [{ userId: person.userId, event, reason, isSeen: event.id <= seen }] : []
  })
}
