import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { endLinksOf } from './link-store.ts'

/** Ends the link of a bug, if there is one, and records who did it: the reporter or somebody of the team. */
export async function endReporterLink(tx: Tx, bugId: string, actorId: string): Promise<void> {
  for (const linkId of await endLinksOf(tx, bugId)) {
    await recordEvent(tx, { type: 'reporter-link-revoked', subjectId: bugId, actorId, payload: { linkId } })
  }
}
