import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { AppError } from '#server/http/app-error.ts'
import type { TimelineKind } from '#shared/history/timeline-entry.ts'

/** The events that a bug's timeline tells of. */
export const bugEventTypes = [
  'bug-reported',
  'bug-edited',
  'bug-status-changed',
  'bug-classified',
  'bug-fields-changed',
  'bug-moved',
  'bug-links-changed',
  'bug-assigned',
  'bug-duplicate-linked',
  'bug-merged',
  'bug-duplicate-added',
  'bug-duplicate-removed',
  'bug-reader-added',
  'bug-reader-removed',
  'bug-joined',
  'bug-left',
  'comment-added',
  'comment-edited',
  'comment-deleted',
  'comment-restored',
  'internal-comment-added',
  'internal-comment-edited',
  'internal-comment-deleted',
  'internal-comment-restored',
] as const
export type BugEventType = (typeof bugEventTypes)[number]

/** Whether an event tells of an internal comment. */
export const isInternalEvent = (type: string): boolean => type.startsWith('internal-')

const openEventTypes = bugEventTypes.filter((type) => !isInternalEvent(type))

/** The events of a bug's timeline that somebody may read: who may not see internal comments learns nothing of them. */
export const eventTypesFor = ({ sees }: Pick<Actor, 'sees'>): readonly BugEventType[] =>
  sees.internalComments ? bugEventTypes : openEventTypes

/** What the timeline calls each event. */
export const timelineKinds: Readonly<Record<BugEventType, TimelineKind>> = {
  'bug-reported': 'reported',
  'bug-edited': 'edited',
  'bug-status-changed': 'status-changed',
  'bug-classified': 'classified',
  'bug-fields-changed': 'fields-changed',
  'bug-moved': 'moved',
  'bug-links-changed': 'links-changed',
  'bug-assigned': 'assigned',
  'bug-duplicate-linked': 'duplicate-linked',
  'bug-merged': 'merged',
  'bug-duplicate-added': 'duplicate-added',
  'bug-duplicate-removed': 'duplicate-removed',
  'bug-reader-added': 'reader-added',
  'bug-reader-removed': 'reader-removed',
  'bug-joined': 'joined',
  'bug-left': 'left',
  'comment-added': 'comment-added',
  'comment-edited': 'comment-edited',
  'comment-deleted': 'comment-deleted',
  'comment-restored': 'comment-restored',
  'internal-comment-added': 'comment-added',
  'internal-comment-edited': 'comment-edited',
  'internal-comment-deleted': 'comment-deleted',
  'internal-comment-restored': 'comment-restored',
}

/** Whether a text can be the number of an entry of a timeline. */
export const isEntryId = (text: string) => /^\d{1,15}$/.test(text)

/** Finds an entry of a bug's timeline that `actor` may read. @returns the number of its event @throws AppError not-found */
export async function requireEntry(
  db: Db,
  actor: Pick<Actor, 'sees'>,
  bugId: string,
  entryId: string,
): Promise<number> {
  const row = isEntryId(entryId)
    ? await db
        .selectFrom('events')
        .select('id')
        .where('subject_id', '=', bugId)
        .where('type', 'in', eventTypesFor(actor))
        .where('id', '=', Number(entryId))
        .executeTakeFirst()
    : undefined
  if (!row) throw noSuchEntry()
  return row.id
}

export function noSuchEntry(): AppError {
  return new AppError('not-found', 'This bug’s timeline has no entry with this number.', { field: 'entryId' })
}
