import type { Tx } from '#server/db/database.ts'
import { takeTurn } from '#server/db/take-turn.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, classifyBug as endpoint } from '#shared/bugs/contract.ts'
import { type LockedBug, lockBug, updateBug } from './bug-store.ts'
import { viewBug } from './bug-view.ts'

/**
 * Classifies a bug. A duplicate may name its original, and null ends the link; so does any other classification.
 * Classifying closes nothing by itself.
 */
export async function classifyBug({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const { classification, duplicateOf } = body
  if (duplicateOf !== undefined && classification !== 'duplicate') {
    throw new AppError('invalid-input', 'duplicateOf goes with the classification duplicate only.', {
      field: 'duplicateOf',
    })
  }
  const bug = await lockBug(tx, params.bugId)
  if (typeof duplicateOf === 'string') await refuseOriginal(tx, bug, duplicateOf)
  const kept = classification === 'duplicate' ? bug.duplicateOf : null
  const original = duplicateOf === undefined ? kept : duplicateOf

  const event = { subjectId: bug.id, actorId: actor.userId }
  if (classification !== bug.classification) {
    await recordEvent(tx, {
      ...event,
      type: 'bug-classified',
      payload: { from: bug.classification, to: classification },
    })
  }
  if (original !== bug.duplicateOf) {
    await recordEvent(tx, { ...event, type: 'bug-duplicate-linked', payload: { from: bug.duplicateOf, to: original } })
  }
  if (classification !== bug.classification || original !== bug.duplicateOf) {
    await updateBug(tx, bug.id, { classification, duplicate_of: original })
  }
  return viewBug(tx, actor, bug.id)
}

/** An original must exist, be another bug, and not lead back to this one. */
async function refuseOriginal(tx: Tx, bug: LockedBug, original: string): Promise<void> {
  const refuse = (why: string) => new AppError('invalid-input', `duplicateOf ${why}.`, { field: 'duplicateOf' })
  if (original === bug.id) throw refuse('must be another bug')
  // Two links made at once could close a circle that neither sees: one waits for the other.
  await takeTurn(tx, 'duplicate links')
  const seen = new Set<string>()
  let next: string | null = original
  while (next !== null) {
    if (next === bug.id || seen.has(next)) throw refuse('is itself a duplicate of this bug')
    seen.add(next)
    const row: { duplicate_of: string | null } | undefined = isRecordId(next)
      ? await tx.selectFrom('bugs').select('duplicate_of').where('id', '=', next).executeTakeFirst()
      : undefined
    if (!row) throw refuse('must be the id of a bug')
    next = row.duplicate_of
  }
}
