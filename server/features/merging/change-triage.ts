import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import type { LinkChange } from '#server/events/event.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { fieldRules, type LockedBug, updateBug } from '#server/features/bugs/public.ts'
import { refuseUnfinished } from '#server/features/custom-fields/public.ts'
import { recountAffected } from '#server/features/following/public.ts'
import { refuseStale } from '#server/features/history/public.ts'
import { type BugStatus, type Classification, isClosedStatus } from '#shared/bugs/words.ts'
import { lockWithOriginals } from './original-chain.ts'

/** How a bug is triaged. */
export interface Triage {
  readonly classification: Classification
  /** The original that it repeats. */
  readonly duplicateOf: string | null
  /** It goes on as one with its original. */
  readonly isMerged: boolean
  readonly status: BugStatus
}

export interface TriageOptions {
  /** The version that the change began from; absent: the last one wins. */
  readonly baseVersion?: number | undefined
  /** The number of the event that it takes back. */
  readonly undoes?: number | undefined
  /** It is a merge, or takes one back. */
  readonly isMerge: boolean
}

/** The events that change how a bug is triaged. */
export const triageEvents = ['bug-classified', 'bug-duplicate-linked', 'bug-merged'] as const

/**
 * Changes how a bug is triaged, tells its originals, and counts anew whom they affect. The caller has waited for
 * the links, locked the bug, and looked at the original.
 * @returns the bug's version after it
 * @throws AppError conflict; invalid-input where it is closed without what its product requires then
 */
export async function changeTriage(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  next: Triage,
  { baseVersion, undoes, isMerge }: TriageOptions,
): Promise<number> {
  const link: LinkChange | undefined =
    next.duplicateOf === bug.duplicateOf ? undefined : { from: bug.duplicateOf, to: next.duplicateOf }
  const isOther = {
    classification: next.classification !== bug.classification,
    merge: next.isMerged !== bug.isMerged || (link !== undefined && next.isMerged),
    status: next.status !== bug.status,
  }
  if (!link && !isOther.classification && !isOther.merge && !isOther.status) return bug.version
  await refuseStale(tx, actor, bug, baseVersion, triageEvents)
  if (isOther.status) await refuseStale(tx, actor, bug, baseVersion, ['bug-status-changed', 'bug-merged'], ['status'])
  if (isClosedStatus(next.status) && !bug.isClosed) await refuseUnfinished(tx, bug)

  const originals = [bug.duplicateOf, next.duplicateOf].filter((id) => id !== null)
  const locked = link || isOther.merge ? await lockWithOriginals(tx, originals) : []
  const version = await updateBug(tx, bug, {
    ...fieldRules.links(next),
    ...(isOther.status && fieldRules.closing(next.status)),
  })
  if (bug.isMerged || next.isMerged) await recountAffected(tx, locked)

  if (link || isOther.merge) await tellOriginals(tx, actor, bug, next)
  const event = { subjectId: bug.id, actorId: actor.userId, version, undoes }
  const merged = { from: bug.isMerged, to: next.isMerged }
  const classification = { from: bug.classification, to: next.classification }
  if (isMerge && !link && !isOther.merge) {
    // Merged already: closed, and nothing else.
    await recordEvent(tx, { ...event, type: 'bug-status-changed', payload: { from: bug.status, to: next.status } })
  } else if (isMerge) {
    const payload = {
      merged,
      duplicateOf: { from: bug.duplicateOf, to: next.duplicateOf },
      ...(isOther.classification && { classification }),
      ...(isOther.status && { status: { from: bug.status, to: next.status } }),
    }
    await recordEvent(tx, { ...event, type: 'bug-merged', payload })
  } else if (isOther.classification) {
    const payload = { ...classification, ...(link && { duplicateOf: link }), ...(isOther.merge && { merged }) }
    await recordEvent(tx, { ...event, type: 'bug-classified', payload })
  } else if (link) {
    await recordEvent(tx, {
      ...event,
      type: 'bug-duplicate-linked',
      payload: { ...link, ...(isOther.merge && { merged }) },
    })
  }
  return version
}

/**
 * Tells the originals, in their own timelines. Before the event of the duplicate, from which on its followers hear of
 * the original's news: this is none for them, they hear of it there.
 */
async function tellOriginals(tx: Tx, actor: Actor, bug: LockedBug, next: Triage): Promise<void> {
  const ended = bug.duplicateOf !== null && (next.duplicateOf !== bug.duplicateOf || (bug.isMerged && !next.isMerged))
  const begun = next.duplicateOf !== null && (next.duplicateOf !== bug.duplicateOf || (next.isMerged && !bug.isMerged))
  if (ended) {
    await recordEvent(tx, {
      type: 'bug-duplicate-removed',
      subjectId: bug.duplicateOf,
      actorId: actor.userId,
      payload: { bugId: bug.id, isMerged: bug.isMerged },
    })
  }
  if (begun) {
    await recordEvent(tx, {
      type: 'bug-duplicate-added',
      subjectId: next.duplicateOf,
      actorId: actor.userId,
      payload: { bugId: bug.id, isMerged: next.isMerged },
    })
  }
}
