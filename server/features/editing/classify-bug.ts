import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { type LockedBug, lockBug } from '#server/features/bugs/public.ts'
import { changeTriage, refuseOriginal, waitForLinks } from '#server/features/merging/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, classifyBug as endpoint } from '#shared/bugs/contract.ts'
import type { Classification } from '#shared/bugs/words.ts'
import type { ChangeOptions } from './change-options.ts'

/**
 * Classifies a bug. A duplicate may name its original, and null ends the link; so does any other classification.
 * Classifying closes nothing by itself. A bug that was merged into its original no longer is when the link ends.
 */
export async function classifyBug({ actor, params, query, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  await waitForLinks(tx)
  const bug = await lockBug(tx, actor, params.bugId)
  await changeClassification(tx, actor, bug, body, body)
  return viewBug(tx, actor, bug, query.comments)
}

/** A classification, with the original that a duplicate repeats: null for none, absent for as it was. */
export interface ClassificationChange {
  readonly classification: Classification
  readonly duplicateOf?: string | null | undefined
  /** It is merged into its original; absent: as it was, while that stays the same. */
  readonly isMerged?: boolean
}

/**
 * Classifies a bug; the caller has waited for the links and locked it.
 * @returns the bug's version after it
 * @throws AppError invalid-input for an original that can't be one; conflict
 */
export async function changeClassification(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  { classification, duplicateOf, isMerged }: ClassificationChange,
  { baseVersion, undoes }: ChangeOptions,
): Promise<number> {
  if (duplicateOf !== undefined && classification !== 'duplicate') {
    throw new AppError('invalid-input', 'duplicateOf goes with the classification duplicate only.', {
      field: 'duplicateOf',
    })
  }
  if (typeof duplicateOf === 'string') await refuseOriginal(tx, actor, bug, duplicateOf, 'duplicateOf')
  const kept = classification === 'duplicate' ? bug.duplicateOf : null
  const original = duplicateOf === undefined ? kept : duplicateOf
  const next = {
    classification,
    duplicateOf: original,
    isMerged: isMerged ?? (bug.isMerged && original === bug.duplicateOf),
    status: bug.status,
  }
  return changeTriage(tx, actor, bug, next, { baseVersion, undoes, isMerge: false })
}
