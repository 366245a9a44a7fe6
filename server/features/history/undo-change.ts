import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import type { EventPayloads } from '#server/events/event.ts'
import { type LockedBug, lockBug, viewBug } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import type { undoChange as endpoint } from '#shared/history/contract.ts'
import { type BugEventType, eventsSinceEvent } from './event-rows.ts'
import type { Clash } from './merge-changes.ts'
import { mayUndo } from './policy.ts'
import { changesSince, conflictError } from './stale-change.ts'
import { undoableEvent } from './timeline-presenter.ts'
import { requireEvent } from './timeline.ts'

/** An event of a bug that is to be taken back; the bug is locked. */
export interface Undo {
  readonly tx: Tx
  readonly actor: Actor
  readonly bug: LockedBug
  readonly event: Awaited<ReturnType<typeof requireEvent>>
}

/** How each kind of change is taken back, by a change of its own. The features that make the changes know. */
export type Undoers = { readonly [T in BugEventType]?: (undo: Undo) => Promise<void> }

/**
 * Takes a change back. What was changed later stays.
 * @throws AppError not-found, forbidden, and conflict where a later change stands against it
 */
export async function undoChange({ actor, params }: Call<typeof endpoint>, tx: Tx, undoers: Undoers): Promise<Bug> {
  const bug = await lockBug(tx, params.bugId)
  const event = await requireEvent(tx, bug.id, params.entryId)
  const undoer = undoers[event.type]
  if (!undoer || !mayUndo(actor, { ...undoableEvent(event, actor, bug), isUndone: false })) {
    throw new AppError('forbidden', 'This change can’t be taken back, or only by somebody else.')
  }
  const undo: Undo = { tx, actor, bug, event }
  if (event.undone_by !== null) throw await undoRefusal(undo, 'This change was taken back already.', { types: [] })
  await undoer(undo)
  return viewBug(tx, actor, bug.id, 'none')
}

/** What the event keeps. */
export function payloadOf<T extends BugEventType>({ event }: Undo): EventPayloads[T] {
  return event.payload as EventPayloads[T]
}

/**
 * Refuses to take a change back when a later one of these types stands. What was changed later and taken back again
 * does not stand in the way, so that changes can be taken back one after the other.
 * @throws AppError conflict
 */
export async function refuseChangedSince(undo: Undo, message: string, types: readonly BugEventType[]): Promise<void> {
  const { tx, bug, event } = undo
  const later = await eventsSinceEvent(tx, bug.id, { types, after: event.id })
  const stands = later.some(({ undone_by, undoes }) => undone_by === null && (undoes === null || undoes < event.id))
  if (stands) throw await undoRefusal(undo, message, { types })
}

/**
 * Why a change can't be taken back.
 * @param against the later changes that stand against it: of the bug, or of one of its comments, with its version
 */
export async function undoRefusal(
  { tx, actor, bug, event }: Undo,
  message: string,
  against: {
    readonly types: readonly BugEventType[]
    readonly clashes?: readonly Clash[]
    readonly comment?: { readonly commentId: string; readonly version: number }
  },
): Promise<AppError> {
  const { types, clashes = [], comment } = against
  const about = comment && { commentId: comment.commentId }
  return conflictError(`${message} Nothing was changed.`, {
    version: (comment ?? bug).version,
    since: await changesSince(tx, actor, bug, { types, version: event.version ?? 0, ...about }),
    clashes: [...clashes],
  })
}
