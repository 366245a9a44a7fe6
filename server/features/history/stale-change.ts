import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import type { BugEventType, LockedBug } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Conflict } from '#shared/history/conflict.ts'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { eventsAfterVersion, type FactName } from './event-rows.ts'
import { presentEntry } from './timeline-presenter.ts'

/** Changes that a refusal tells of at most, the latest. */
const mostTold = 10

/**
 * Refuses a change of something that others have changed since the version it began from.
 * @param baseVersion undefined: the last one wins
 * @param types the events that change the same
 * @param facts what an event among them that may change several must have changed to count
 * @throws AppError conflict, with what changed
 */
export async function refuseStale(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  baseVersion: number | undefined,
  types: readonly BugEventType[],
  facts?: readonly FactName[],
): Promise<void> {
  if (!isStale(bug, baseVersion)) return
  const since = await changesSince(tx, actor, bug, { types, version: baseVersion, facts })
  if (since.length === 0) return
  throw conflictError('This has changed since that version; nothing was changed.', {
    version: bug.version,
    since,
    clashes: [],
  })
}

/**
 * Whether a change began from an earlier version of a record than its last.
 * @throws AppError invalid-input for a version that does not exist yet
 */
export function isStale(record: { readonly version: number }, baseVersion: number | undefined): baseVersion is number {
  if (baseVersion === undefined || baseVersion === record.version) return false
  if (baseVersion > record.version) {
    throw new AppError('invalid-input', `baseVersion is ahead: the last version is ${record.version}.`, {
      field: 'baseVersion',
    })
  }
  return true
}

/** What changed a bug or one of its comments after a version, oldest first; of very many changes the last. */
export async function changesSince(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  since: {
    readonly types: readonly BugEventType[]
    readonly version: number
    readonly commentId?: string
    readonly facts?: readonly FactName[] | undefined
  },
): Promise<TimelineEntry[]> {
  const rows = await eventsAfterVersion(tx, actor, bug.id, { ...since, limit: mostTold })
  return rows.toReversed().map((row) => presentEntry(row, actor, bug))
}

/** @param message one sentence: what stands against the change */
export function conflictError(message: string, conflict: Conflict): AppError {
  return new AppError('conflict', message, { conflict })
}
