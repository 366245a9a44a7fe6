import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { autoFollow } from '#server/features/following/public.ts'
import { recordMentions } from '#server/features/texts/public.ts'
import { insertBug, type NewBug } from './bug-store.ts'

/**
 * Creates a bug and records who created it, for whom.
 * @param reporterId who is named as its creator: usually the actor
 * @returns the bug's id
 */
export async function createBug(
  tx: Tx,
  actor: Actor,
  texts: Pick<NewBug, 'title' | 'description' | 'stepsToReproduce'>,
  reporterId: string,
): Promise<string> {
  const createdOn = new Date()
  const id = newRecordId(createdOn)
  await insertBug(tx, { id, ...texts, createdOn, createdBy: reporterId })
  await recordMentions(tx, actor, { bugId: id }, [texts.description, texts.stepsToReproduce])
  await autoFollow(tx, id, [actor.userId, reporterId])
  await recordEvent(tx, {
    type: 'bug-reported',
    subjectId: id,
    actorId: actor.userId,
    payload: { ...texts, createdOn: createdOn.toISOString(), createdBy: reporterId },
    version: 1,
  })
  return id
}
