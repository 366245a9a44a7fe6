import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, closeBug as endpoint, setBugStatus as statusEndpoint } from '#shared/bugs/contract.ts'
import type { BugStatus } from '#shared/bugs/words.ts'
import { type LockedBug, lockBug, updateStatus } from './bug-store.ts'
import { viewBug } from './bug-view.ts'

/** Sets a bug Closed or Open. It sets, it does not flip: two people who close it at once leave it closed. */
export async function closeBug({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, params.bugId)
  const status = body.closed ? 'Closed' : 'Open'
  // A Resolved bug is closed already, and one In Progress is open: neither loses its status.
  return changeStatus(tx, actor, bug, bug.isClosed === body.closed ? bug.status : status)
}

/** Sets one of the four statuses; closed or open follows from it. */
export async function setBugStatus({ actor, params, body }: Call<typeof statusEndpoint>, tx: Tx): Promise<Bug> {
  return changeStatus(tx, actor, await lockBug(tx, params.bugId), body.status)
}

async function changeStatus(tx: Tx, actor: Actor, bug: LockedBug, to: BugStatus): Promise<Bug> {
  if (bug.status !== to) {
    await updateStatus(tx, bug.id, to)
    await recordEvent(tx, {
      type: 'bug-status-changed',
      subjectId: bug.id,
      actorId: actor.userId,
      payload: { from: bug.status, to },
    })
  }
  return viewBug(tx, actor, bug.id)
}
