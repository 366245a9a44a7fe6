import type { Actor } from '#server/access/actor.ts'
import type { Prepared, Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import type { NewEvent } from '#server/events/event.ts'
import { eventPart, eventValues } from '#server/events/record-event.ts'
import { noteRecorded } from '#server/events/transactor.ts'
import { followingOf, followingPart } from '#server/features/following/public.ts'
import { newBugParameters, newBugPart, newBugValues } from '#server/features/search/public.ts'
import { recordMentions } from '#server/features/texts/public.ts'
import type { NewBug } from './bug-store.ts'

/** All that a new bug is, at once: each way to the database and back costs as much as some of these rows. */
const create: Prepared = {
  name: 'create-bug',
  text: `with ${newBugPart}, ${followingPart(newBugParameters + 1)}, ${eventPart(newBugParameters + 4)} select`,
}

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
  const { title, description, stepsToReproduce } = texts
  const bug: NewBug = { id, title, description, stepsToReproduce, createdOn, createdBy: reporterId }
  const event: NewEvent<'bug-reported'> = {
    type: 'bug-reported',
    subjectId: id,
    actorId: actor.userId,
    payload: { ...texts, createdOn: createdOn.toISOString(), createdBy: reporterId },
    version: 1,
  }
  const followers = followingOf(id, [actor.userId, reporterId], createdOn)
  await tx.prepared(create, [...newBugValues(tx, bug), ...followers, ...eventValues(event)])
  await recordMentions(tx, actor, { bugId: id }, [description, stepsToReproduce])
  await noteRecorded(tx, [event])
  return id
}
