import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'

/** Tells the person's other pages, whichever process they are connected to, that there are other news now. */
export async function tellOwnPages(tx: Tx, userId: string): Promise<void> {
  await recordEvent(tx, { type: 'news-changed', subjectId: userId, actorId: userId, payload: {} })
}
