import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import type { NewEvent } from '#server/events/event.ts'
import { eventPart } from '#server/events/record-event.ts'
import { noteRecorded } from '#server/events/transactor.ts'
import { type NewBug, newBugPart } from '#server/features/bugs/public.ts'
import { followingPart } from '#server/features/following/public.ts'
import { recordMentions } from '#server/features/texts/public.ts'
import type { Mention } from '#shared/texts/mention.ts'
import { sql } from 'kysely'

/** A bug that was just created: all that nobody knew before. */
export interface CreatedBug extends NewBug {
  readonly creatorName: string
  readonly mentions: readonly Mention[]
}

/**
 * Creates a bug and records who created it, for whom.
 * @param reporterId who is named as its creator: usually the actor
 */
export async function createBug(
  tx: Tx,
  actor: Actor,
  texts: Pick<NewBug, 'title' | 'description' | 'stepsToReproduce'>,
  reporterId: string,
): Promise<CreatedBug> {
  const createdOn = new Date()
  const id = newRecordId(createdOn)
  const { title, description, stepsToReproduce } = texts
  const bug: NewBug = { id, title, description, stepsToReproduce, createdOn, createdBy: reporterId }
  const event: NewEvent<'bug-reported'> = {
    type: 'bug-reported',
    subjectId: id,
    actorId: actor.userId,
    payload: { ...texts, createdOn: createdOn.toISOString(), createdBy: reporterId },
    version: 1,
  }
  // All that a new bug is, at once: each way to the database and back costs as much as some of these rows.
  const create = sql`with ${newBugPart(tx, bug)}, ${followingPart(id, [actor.userId, reporterId], createdOn)},
    ${eventPart(event)}
    select full_name as "creatorName" from users where id = ${reporterId}`
  const [creator] = await tx.run<{ creatorName: string }>(create, { keepsPlan: true })
  const mentions = await recordMentions(tx, actor, { bugId: id }, [description, stepsToReproduce])
  await noteRecorded(tx, [event])
  return { ...bug, creatorName: creator?.creatorName ?? actor.fullName, mentions }
}
