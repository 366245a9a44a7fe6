import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, reportBug as endpoint } from '#shared/bugs/contract.ts'
import { reportCooldownSeconds } from '#shared/bugs/words.ts'
import { insertBug } from './bug-store.ts'
import { viewBug } from './bug-view.ts'

/** Longest Idempotency-Key that is accepted, in characters. */
const maxKeyLength = 200

/**
 * Creates a bug. The same Idempotency-Key from the same person gives the bug of the first time, so that a repeated
 * request creates nothing twice.
 * @throws AppError too-many-requests within the cooldown
 */
export async function reportBug(call: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const { actor, body, idempotencyKey: key } = call
  if (key && key.length > maxKeyLength) {
    throw new AppError('invalid-input', `The Idempotency-Key must be at most ${maxKeyLength} characters.`, {
      field: 'Idempotency-Key',
    })
  }
  await lockReporter(tx, actor.userId)
  const earlier = key && (await bugOfKey(tx, actor.userId, key))
  if (earlier) return viewBug(tx, actor, earlier)
  await refuseWithinCooldown(tx, actor.userId)

  const createdOn = new Date()
  const bug = { id: newRecordId(createdOn), ...body, createdOn, createdBy: actor.userId }
  await insertBug(tx, bug)
  if (key) await tx.insertInto('report_keys').values({ user_id: actor.userId, key, bug_id: bug.id }).execute()
  await recordEvent(tx, {
    type: 'bug-reported',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: { ...body, createdOn: createdOn.toISOString(), createdBy: actor.userId },
  })
  return viewBug(tx, actor, bug.id)
}

/** Makes one person's reports follow one another, so that two at once can't both pass the checks. */
async function lockReporter(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
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

async function refuseWithinCooldown(tx: Tx, userId: string): Promise<void> {
  const last = await tx
    .selectFrom('bugs')
    .select('created_on')
    .where('created_by', '=', userId)
    .orderBy('created_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  const elapsed = last ? Date.now() - last.created_on.getTime() : Infinity
  // A report dated after now (a clock set back) blocks nobody.
  if (elapsed < 0 || elapsed >= reportCooldownSeconds * 1000) return
  const seconds = Math.ceil(reportCooldownSeconds - elapsed / 1000)
  throw new AppError('too-many-requests', `Please wait ${seconds} s before reporting another bug.`, {
    retryAfterSeconds: seconds,
  })
}
