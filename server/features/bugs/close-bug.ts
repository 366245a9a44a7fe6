import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, closeBug as endpoint } from '#shared/bugs/contract.ts'
import { lockBug, updateStatus } from './bug-store.ts'
import { viewBug } from './bug-view.ts'

/** Sets a bug Closed or Open. It sets, it does not flip: two people who close it at once leave it closed. */
export async function closeBug({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, params.bugId)
  if (bug.isClosed !== body.closed) {
    const to = body.closed ? 'Closed' : 'Open'
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
