import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
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
  await recordEvent(tx, {
    type: 'bug-reported',
    subjectId: id,
    actorId: actor.userId,
    payload: { ...texts, createdOn: createdOn.toISOString(), createdBy: reporterId },
  })
  return id
}

/** Longest Idempotency-Key that is accepted, in characters. */
const maxKeyLength = 200

/**
 * Creates a bug, or finds the one that the same key of the same person has created before. One person's reports follow
 * one another, so that two at once can't both pass the checks.
 * @param create runs when the key is new; its bug's id is kept with the key
 */
export async function oncePerKey(
  tx: Tx,
  userId: string,
  key: string | undefined,
  create: () => Promise<string>,
): Promise<string> {
  if (key && key.length > maxKeyLength) {
    throw new AppError('invalid-input', `The Idempotency-Key must be at most ${maxKeyLength} characters.`, {
      field: 'Idempotency-Key',
    })
  }
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const earlier = key && (await bugOfKey(tx, userId, key))
  if (earlier) return earlier
  const id = await create()
  if (key) await tx.insertInto('report_keys').values({ user_id: userId, key, bug_id: id }).execute()
  return id
}

async function bugOfKey(tx: Tx, userId: string, key: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('report_keys')
    .select('bug_id')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.bug_id
}
