import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { type BugEventType, bugEventTypes, isEntryId, noSuchBug, noSuchEntry } from '#server/features/bugs/public.ts'
import {
  defaultTimelineLength,
  type listTimeline as endpoint,
  type TimelineFilter,
  type viewChange as changeEndpoint,
} from '#shared/history/contract.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import type { ParamsOf, QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { eventOf, eventsBefore, pastTheLast } from './event-rows.ts'
import { presentEntry } from './timeline-presenter.ts'

const typesOf: Readonly<Record<TimelineFilter, readonly BugEventType[]>> = {
  all: bugEventTypes,
  comments: ['comment-added'],
  changes: bugEventTypes.filter((type) => type !== 'comment-added'),
}

/** A stretch of a bug's timeline, oldest first: the last entries before a place. @throws AppError not-found */
export async function timeline(
  db: Db,
  actor: Actor,
  { bugId }: ParamsOf<typeof endpoint>,
  { filter = 'all', before = pastTheLast, limit = defaultTimelineLength }: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const bug = await bugOf(db, bugId)
  const rows = await eventsBefore(db, bugId, { types: typesOf[filter], before, limit: limit + 1 })
  return {
    result: rows
      .slice(0, limit)
      .toReversed()
      .map((row) => presentEntry(row, actor, bug)),
    more: rows.length > limit,
  }
}

/** One entry with its texts before and after. @throws AppError not-found */
export async function timelineEntry(
  db: Db,
  actor: Actor,
  { bugId, entryId }: ParamsOf<typeof changeEndpoint>,
): Promise<TimelineEntry> {
  const bug = await bugOf(db, bugId)
  const row = await requireEvent(db, bugId, entryId)
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
export async function requireEvent(db: Db, bugId: string, entryId: string) {
  const row = isEntryId(entryId) ? await eventOf(db, bugId, Number(entryId)) : undefined
  if (!row) throw noSuchEntry()
  return row
}

/** What the timeline needs of its bug. @throws AppError not-found */
export async function bugOf(db: Db, bugId: string): Promise<{ createdBy: string }> {
  const row = isRecordId(bugId)
    ? await db.selectFrom('bugs').select('created_by as createdBy').where('id', '=', bugId).executeTakeFirst()
    : undefined
  if (!row) throw noSuchBug()
  return row
}
