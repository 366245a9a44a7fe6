import type { Actor } from '#server/access/actor.ts'
import { recordEvent } from '#server/events/record-event.ts'
import type { InTx } from '#server/events/transactor.ts'
import { deleteSession } from './session-store.ts'

/** Ends the caller's session; their other sessions go on. */
export async function logout(actor: Actor, inTx: InTx) {
  await inTx(async (tx) => {
    await deleteSession(tx, actor.sessionHash)
    await recordEvent(tx, { type: 'user-logged-out', subjectId: actor.userId, actorId: actor.userId, payload: {} })
  })
  return { endSession: true as const, reply: { loggedIn: false as const } }
}
