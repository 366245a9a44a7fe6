import type { Logger } from '#server/config/log.ts'
import type { Db } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import type { InTx } from '#server/events/transactor.ts'
import { findActorOf } from '#server/features/auth/public.ts'
import { idsFound, searchOf } from '#server/features/finding/public.ts'
import { daysUntilTold, tellOfView } from '#server/features/following/public.ts'
import { daysBy, openPagesOf } from '#server/features/open-pages/public.ts'
import { deleteInBatches } from '#server/jobs/delete-in-batches.ts'
import type { Job } from '#server/jobs/job.ts'
import { defaultPreferences } from '#shared/users/preferences.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  beginFromStart,
  type Bell,
  bellsRung,
  type Candidate,
  moveBellOn,
  nextCandidates,
  noteEntries,
} from './bell-store.ts'
import { askedBy, mayComeIn } from './comes-in.ts'
import { toldFromStart } from './policy.ts'
import { searchOfView } from './read-views.ts'

/** Events that one transaction tells of. */
const candidatesAtOnce = 2_000
/** Days after which a bug that comes into a view is new there again. */
const entriesKept = 30
/** Daily bells ring so long before the time of daily mail, so that it has what they tell. */
const before = 15 * 60_000

/** Tells people of bugs that come into the views of which they want to hear. */
export const viewJobs = (inTx: InTx, db: Db, log: Logger): readonly Job[] => [
  {
    name: 'tell-of-views',
    title: 'Tell people of bugs that have come into their views',
    schedule: '* * * * *',
    catchesUp: false,
    run: (stop) => tellOfViews(inTx, db, log, stop),
  },
  {
    name: 'forget-view-entries',
    title: `Forget which bugs came into views ${entriesKept} days ago`,
    schedule: '57 3 * * *',
    catchesUp: true,
    run: async (stop) => {
      for (const [table, ctids] of over) await deleteInBatches(inTx, table, ctids, stop)
    },
  },
]

const over: readonly (readonly [table: string, ctids: RawBuilder<unknown>])[] = [
  [
    'view_candidates',
    sql`select ctid from view_candidates where noted_on < now() - make_interval(days => ${daysUntilTold})`,
  ],
  ['view_entries', sql`select ctid from view_entries where told_on < now() - make_interval(days => ${entriesKept})`],
]

async function tellOfViews(inTx: InTx, db: Db, log: Logger, stop: AbortSignal): Promise<void> {
  await inTx(beginFromStart)
  const bells = await bellsRung(db)
  const pages = await openPagesOf(
    db,
    bells.map(({ userId }) => userId),
  )
  const later = (time: Date) => new Date(time.getTime() + before)
  const now = new Date()
  const isDue = ({ userId, tells, waitsSince, mailTime }: Bell) => {
    const timeZone = pages.get(userId)?.timeZone ?? 'UTC'
    const time = mailTime ?? defaultPreferences.mailTime
    return tells === 'now' || daysBy(later(now), timeZone, time) > daysBy(later(waitsSince), timeZone, time)
  }
  const candidates = sharedCandidates(db)
  const failures: unknown[] = []
  for (const bell of bells.filter(isDue)) {
    if (stop.aborted) return
    try {
      await ring(inTx, db, bell, candidates)
    } catch (error) {
      // The others are told all the same, and this one is tried again in a minute.
      failures.push(error)
      log.error({ err: error, userId: bell.userId, view: bell.view }, 'somebody could not be told of a view')
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} views could not be told of.`)
}

type Candidates = (after: number) => Promise<readonly Candidate[]>

/** Most bells were told up to the same event, so that the next ones are read once for all of them. */
function sharedCandidates(db: Db): Candidates {
  const known = new Map<number, Promise<readonly Candidate[]>>()
  return (after) => {
    const asked = known.get(after) ?? nextCandidates(db, after, candidatesAtOnce)
    known.set(after, asked)
    asked.catch(() => known.delete(after))
    return asked
  }
}

/**
 * Tells somebody what has come into a view since they were told last. It is searched before the transaction: in one, live pages
 * would wait for it.
 */
async function ring(inTx: InTx, db: Db, bell: Bell, candidatesAfter: Candidates): Promise<void> {
  for (let from = bell.number; ;) {
    const all = await candidatesAfter(from)
    // What one change does to many bugs is told together.
    const unfinished = all.findIndex(({ isUnfinished }) => isUnfinished)
    const candidates = unfinished < 0 ? all : all.slice(0, unfinished)
    const to = candidates.at(-1)?.number
    if (to === undefined) return
    const found = await foundOf(db, bell, candidates)
    const isMoved = await inTx(async (tx) => {
      if (!(await moveBellOn(tx, bell, [from, to]))) return false
      const fresh = await noteEntries(
        tx,
        bell,
        found.map(({ bugId }) => bugId),
      )
      const entered = found.filter(({ bugId, isOwn }) => fresh.has(bugId) && !isOwn)
      const { userId, view } = bell
      if (entered.length > 0)
        await tellOfView(tx, { userId, view, entered, bulkId: entered.length > 1 ? newRecordId() : null })
      return true
    })
    if (!isMoved || all.length < candidatesAtOnce || unfinished >= 0) return
    from = to
  }
}

/** A bug that a view finds, with the last event that may have brought it there. */
interface Found {
  readonly bugId: string
  readonly eventId: number
  /** Who is told has had a part in it, and so knows of it. */
  readonly isOwn: boolean
}

async function foundOf(db: Db, bell: Bell, candidates: readonly Candidate[]): Promise<Found[]> {
  const { userId, view, isFromStart } = bell
  const actor = await findActorOf(db, userId)
  if (!actor?.permissions.has('canViewData')) return []
  if (isFromStart && !actor.permissions.has(toldFromStart.permission)) return []
  const search = await searchOfView(db, actor, view)
  if (!search) return []
  const asked = askedBy(searchOf(search))
  const byBug = Map.groupBy(
    candidates.filter((one) => mayComeIn(one, asked)),
    ({ bugId }) => bugId,
  )
  if (byBug.size === 0) return []
  const among = { ...search, ids: [...byBug.keys()].join(',') }
  const ids = await idsFound(db, actor, among, { most: byBug.size, field: 'search.keywords' })
  return ids.map((bugId) => {
    const events = byBug.get(bugId) ?? []
    return { bugId, eventId: events.at(-1)?.eventId ?? 0, isOwn: events.some(({ actorId }) => actorId === userId) }
  })
}
