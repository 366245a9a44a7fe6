import type { Actor } from '#server/access/actor.ts'
import { seesRow } from '#server/access/sight.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import type { EventPayloads } from '#server/events/event.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { type BugEventType, isEntryId, type LockedBug, lockBug } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import type { undoChange as endpoint } from '#shared/history/contract.ts'
import type { ParamsOf } from '#shared/http/endpoint.ts'
import { eventsSinceEvent, type FactName } from './event-rows.ts'
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

/** A change that is to be taken back, before its bug is locked. */
interface PastChange {
  readonly bugId: string
  readonly type: BugEventType
  readonly payload: unknown
}

/** What an undo has to wait for before its bug is locked, by the type of the event that it takes back. */
export type Waits = { readonly [T in BugEventType]?: (tx: Tx, change: PastChange) => Promise<void> }

/**
 * Takes a change back. What was changed later stays.
 * @throws AppError not-found, forbidden, and conflict where a later change stands against it
 */
export async function undoChange(
  { actor, params }: Call<typeof endpoint>,
  tx: Tx,
  { undoers, waits }: { readonly undoers: Undoers; readonly waits: Waits },
): Promise<Bug> {
  const change = await pastChange(tx, actor, params)
  if (change) await waits[change.type]?.(tx, change)
  const bug = await lockBug(tx, actor, params.bugId)
  await takeBack({ tx, actor, bug, event: await requireEvent(tx, actor, bug.id, params.entryId) }, undoers)
  return viewBug(tx, actor, bug, 'none')
}

/**
 * Takes an event of a locked bug back; whatever that has to wait for was waited for.
 * @throws AppError forbidden, and conflict where a later change stands against it; nothing is written then
 */
export async function takeBack(undo: Undo, undoers: Undoers): Promise<void> {
  const { actor, bug, event } = undo
  const undoer = undoers[event.type]
  if (!undoer || !mayUndo(actor, { ...undoableEvent(event, actor, bug), isUndone: false })) {
    throw new AppError('forbidden', 'This change can’t be taken back, or only by somebody else.')
  }
  if (event.undone_by !== null) throw await undoRefusal(undo, 'This change was taken back already.', { types: [] })
  await undoer(undo)
}

/** Returns the numbers of what a bulk change did to a bug and can be taken back, the last first. */
export async function changesOfBulk(
  tx: Tx,
  { bulkId, bugId }: { readonly bulkId: string; readonly bugId: string },
  undoers: Undoers,
): Promise<string[]> {
  const rows = await tx.prepared<{ id: number }>(ofBulk, [bulkId, bugId, Object.keys(undoers)])
  return rows.map(({ id }) => String(id))
}

const ofBulk: Prepared = {
  name: 'changes-of-bulk',
  text: `select id from events where bulk_id = $1 and subject_id = $2 and type = any($3::text[]) order by id desc`,
}

/** Returns the originals of which a bulk change made these bugs duplicates no more. */
export async function originalsBeforeBulk(
  tx: Tx,
  { bulkId, bugIds }: { readonly bulkId: string; readonly bugIds: readonly string[] },
): Promise<string[]> {
  const rows = await tx.prepared<{ id: string }>(leftByBulk, [bulkId, bugIds])
  return rows.map(({ id }) => id)
}

const leftByBulk: Prepared = {
  name: 'originals-before-bulk',
  text: `select distinct payload -> 'duplicateOf' ->> 'from' as id from events
    where bulk_id = $1 and subject_id = any($2::text[]) and type = 'bug-classified'
      and payload -> 'duplicateOf' ->> 'from' is not null`,
}

/** What change an entry tells of; that never changes, so no lock is needed. Undefined when there is none. */
async function pastChange(
  tx: Tx,
  actor: Actor,
  { bugId, entryId }: ParamsOf<typeof endpoint>,
): Promise<PastChange | undefined> {
  if (!isEntryId(entryId) || !isRecordId(bugId)) return undefined
  const row = await tx
    .selectFrom('events')
    .innerJoin('bugs', 'bugs.id', 'events.subject_id')
    .select(['type', 'payload'])
    .where('events.id', '=', Number(entryId))
    .where('subject_id', '=', bugId)
    .where(seesRow(actor))
    .executeTakeFirst()
  return row && { bugId, type: row.type as BugEventType, payload: row.payload }
}

/** What the event keeps. */
export function payloadOf<T extends BugEventType>({ event }: Undo): EventPayloads[T] {
  return event.payload as EventPayloads[T]
}

/**
 * Refuses to take a change back when a later one of these types stands. What was changed later and taken back again
 * does not stand in the way, so that changes can be taken back one after the other.
 * @param facts what an event among them that may change several must have changed to count
 * @throws AppError conflict
 */
export async function refuseChangedSince(
  undo: Undo,
  message: string,
  types: readonly BugEventType[],
  facts?: readonly FactName[],
): Promise<void> {
  if (await isChangedSince(undo, types, facts)) throw await undoRefusal(undo, message, { types, facts })
}

/** Whether a later change of these types stands. */
export async function isChangedSince(
  { tx, actor, bug, event }: Undo,
  types: readonly BugEventType[],
  facts?: readonly FactName[],
): Promise<boolean> {
  const later = await eventsSinceEvent(tx, actor, bug.id, { types, after: event.id, facts })
  return later.some(({ undone_by, undoes }) => undone_by === null && (undoes === null || undoes < event.id))
}

/** Puts an earlier value back; that it can't be one any more is no mistake of the caller's. @throws AppError conflict */
export async function possibly(undo: Undo, message: string, change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-input')
      throw await undoRefusal(undo, message, { types: [] })
    throw error
  }
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
    readonly facts?: readonly FactName[] | undefined
    readonly clashes?: readonly Clash[]
    readonly comment?: { readonly commentId: string; readonly version: number }
  },
): Promise<AppError> {
  const { types, facts, clashes = [], comment } = against
  const about = comment && { commentId: comment.commentId }
  return conflictError(`${message} Nothing was changed.`, {
    version: (comment ?? bug).version,
    since: await changesSince(tx, actor, bug, { types, version: event.version ?? 0, facts, ...about }),
    clashes: [...clashes],
  })
}
