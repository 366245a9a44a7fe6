import type { Actor } from '#server/access/actor.ts'
import { seen, sightValues } from '#server/access/sight.ts'
import type { Db, Prepared } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { type BugEventType, eventTypesFor, isEntryId, noSuchBug, noSuchEntry } from '#server/features/bugs/public.ts'
import {
  defaultTimelineLength,
  type listTimeline as endpoint,
  type TimelineFilter,
  type viewChange as changeEndpoint,
} from '#shared/history/contract.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import type { ParamsOf, QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { eventOf, eventsBefore, eventsOfNumbers, pastTheLast } from './event-rows.ts'
import { presentEntry } from './timeline-presenter.ts'

const isComment = (type: BugEventType) => type === 'comment-added' || type === 'internal-comment-added'

const isShown: Readonly<Record<TimelineFilter, (type: BugEventType) => boolean>> = {
  all: () => true,
  comments: isComment,
  changes: (type) => !isComment(type),
}

/** A stretch of a bug's timeline, oldest first: the last entries before a place. @throws AppError not-found */
export async function timeline(
  db: Db,
  actor: Actor,
  { bugId }: ParamsOf<typeof endpoint>,
  { filter = 'all', before = pastTheLast, limit = defaultTimelineLength }: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const bug = await bugOf(db, actor, bugId)
  const rows = await eventsBefore(db, actor, bugId, {
    types: eventTypesFor(actor).filter(isShown[filter]),
    before,
    limit: limit + 1,
  })
  return {
    result: rows
      .slice(0, limit)
      .toReversed()
      .map((row) => presentEntry(row, actor, bug)),
    more: rows.length > limit,
  }
}

/**
 * Some entries of a bug by their numbers, oldest first, as `actor` may see them.
 * @returns undefined for a bug that is not there, or that they don't see
 */
export async function timelineEntries(
  db: Db,
  actor: Actor,
  bugId: string,
  ids: readonly number[],
): Promise<TimelineEntry[] | undefined> {
  const bug = await bugSeen(db, actor, bugId)
  return bug && (await eventsOfNumbers(db, actor, bugId, ids)).map((row) => presentEntry(row, actor, bug))
}

/** One entry with its texts before and after. @throws AppError not-found */
export async function timelineEntry(
  db: Db,
  actor: Actor,
  { bugId, entryId }: ParamsOf<typeof changeEndpoint>,
): Promise<TimelineEntry> {
  const bug = await bugOf(db, actor, bugId)
  const row = await requireEvent(db, actor, bugId, entryId)
  const entry = presentEntry(row, actor, bug)
  return {
    ...entry,
    changes: entry.changes.map((change) => {
      if (!change.isApart) return change
      const sides = (change.field === 'message' ? row.payload : row.payload[change.field]) as {
        from: string
        to: string
      }
      return { ...change, from: { text: sides.from }, to: { text: sides.to } }
    }),
  }
}

/** An event of a bug by its number. @throws AppError not-found */
export async function requireEvent(db: Db, actor: Actor, bugId: string, entryId: string) {
  const row = isEntryId(entryId) ? await eventOf(db, actor, bugId, Number(entryId)) : undefined
  if (!row) throw noSuchEntry()
  return row
}

const reporter: Prepared = {
  name: 'timeline-bug',
  text: `select b.created_by as "createdBy" from bugs b where b.id = $1 and ${seen('b', 2)}`,
}

/** What the timeline needs of its bug. @throws AppError not-found, also for what the actor may not see */
export async function bugOf(db: Db, actor: Actor, bugId: string): Promise<{ createdBy: string }> {
  const row = await bugSeen(db, actor, bugId)
  if (!row) throw noSuchBug()
  return row
}

async function bugSeen(db: Db, actor: Actor, bugId: string): Promise<{ createdBy: string } | undefined> {
  const values = [bugId, ...sightValues(actor)]
  const [row] = isRecordId(bugId) ? await db.prepared<{ createdBy: string }>(reporter, values) : []
  return row
}
