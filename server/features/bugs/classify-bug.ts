import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { takeTurn } from '#server/db/take-turn.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { refuseStale } from '#server/features/history/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, classifyBug as endpoint } from '#shared/bugs/contract.ts'
import type { Classification } from '#shared/bugs/words.ts'
import { type LockedBug, lockBug, updateBug } from './bug-store.ts'
import { viewBug } from './bug-view.ts'
import type { ChangeOptions } from './change-options.ts'

/**
 * Classifies a bug. A duplicate may name its original, and null ends the link; so does any other classification.
 * Classifying closes nothing by itself.
 */
export async function classifyBug({ actor, params, query, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, params.bugId)
  await changeClassification(tx, actor, bug, body, body)
  return viewBug(tx, actor, bug.id, query.comments)
}

/** A classification, with the original that a duplicate repeats: null for none, absent for as it was. */
export interface Verdict {
  readonly classification: Classification
  readonly duplicateOf?: string | null | undefined
}

/**
 * Classifies a bug that the caller has locked.
 * @throws AppError invalid-input for an original that can't be one; conflict
 */
export async function changeClassification(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  { classification, duplicateOf }: Verdict,
  { baseVersion, undoes }: ChangeOptions,
): Promise<void> {
  if (duplicateOf !== undefined && classification !== 'duplicate') {
    throw new AppError('invalid-input', 'duplicateOf goes with the classification duplicate only.', {
      field: 'duplicateOf',
    })
  }
  if (typeof duplicateOf === 'string') await refuseOriginal(tx, bug, duplicateOf)
  const kept = classification === 'duplicate' ? bug.duplicateOf : null
  const original = duplicateOf === undefined ? kept : duplicateOf
  const link = original !== bug.duplicateOf && { from: bug.duplicateOf, to: original }
  const isReclassified = classification !== bug.classification
  if (!isReclassified && !link) return
  await refuseStale(tx, actor, bug, baseVersion, ['bug-classified', 'bug-duplicate-linked'])
  const version = await updateBug(tx, bug, { classification, duplicate_of: original })
  const event = { subjectId: bug.id, actorId: actor.userId, version, undoes }
  if (isReclassified) {
    const payload = { from: bug.classification, to: classification, ...(link && { duplicateOf: link }) }
    await recordEvent(tx, { ...event, type: 'bug-classified', payload })
  } else if (link) await recordEvent(tx, { ...event, type: 'bug-duplicate-linked', payload: link })
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
