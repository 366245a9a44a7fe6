import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { fieldRules, type LockedBug, lockBug, updateBug } from '#server/features/bugs/public.ts'
import { refuseUnfinished } from '#server/features/custom-fields/public.ts'
import { refuseStale } from '#server/features/history/public.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, closeBug as endpoint, setBugStatus as statusEndpoint } from '#shared/bugs/contract.ts'
import { type BugStatus, isClosedStatus } from '#shared/bugs/words.ts'
import type { ChangeOptions } from './change-options.ts'
import { requireMaySet } from './require-may-set.ts'

/** Sets a bug Closed or Open. It sets, it does not flip: two people who close it at once leave it closed. */
export async function closeBug({ actor, params, query, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, actor, params.bugId)
  const status = body.closed ? 'Closed' : 'Open'
  // A Resolved bug is closed already, and one In Progress is open: neither loses its status.
  await changeStatus(tx, actor, bug, bug.isClosed === body.closed ? bug.status : status, body)
  return viewBug(tx, actor, bug, query.comments)
}

/**
 * Sets one of the statuses that the caller may set; closed or open follows from it.
 * @throws AppError forbidden, first of all to whoever may set none of any bug; not-found; conflict
 */
export async function setBugStatus({ actor, params, query, body }: Call<typeof statusEndpoint>, tx: Tx): Promise<Bug> {
  requireMaySet(actor, { createdBy: actor.userId }, 'status', body.status)
  const bug = await lockBug(tx, actor, params.bugId)
  requireMaySet(actor, { createdBy: bug.createdBy }, 'status', body.status)
  // Whoever saw another status than there is hears of that, rather than that it may not follow this one.
  if (bug.status !== body.status) await refuseStaleStatus(tx, actor, bug, body.baseVersion)
  requireMaySet(actor, bug, 'status', body.status)
  await changeStatus(tx, actor, bug, body.status, body)
  return viewBug(tx, actor, bug, query.comments)
}

/**
 * Sets the status of a bug that the caller has locked.
 * @returns the bug's version after it
 * @throws AppError conflict; invalid-input where it is closed without what its product requires then
 */
export async function changeStatus(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  to: BugStatus,
  { baseVersion, undoes }: ChangeOptions,
): Promise<number> {
  if (bug.status === to) return bug.version
  await refuseStaleStatus(tx, actor, bug, baseVersion)
  if (isClosedStatus(to) && !bug.isClosed) await refuseUnfinished(tx, bug)
  const version = await updateBug(tx, bug, fieldRules.closing(to))
  await recordEvent(tx, {
    type: 'bug-status-changed',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { from: bug.status, to },
    version,
    undoes,
  })
  return version
}

async function refuseStaleStatus(tx: Tx, actor: Actor, bug: LockedBug, baseVersion: number | undefined): Promise<void> {
  await refuseStale(tx, actor, bug, baseVersion, ['bug-status-changed', 'bug-merged'], ['status'])
}
