import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'

/** Tells the person's other pages, in every process, that their notifications have changed. */
export async function tellOwnPages(tx: Tx, userId: string): Promise<void> {
  await recordEvent(tx, { type: 'news-changed', subjectId: userId, actorId: userId, payload: {} })
}
