import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import type { EventPayloads, FieldChanges, LabelsAtTime } from '#server/events/event.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { fieldRules, type LockedBug, lockBug, refuseToAsk, updateBug } from '#server/features/bugs/public.ts'
import { fieldChanges, withChanges } from '#server/features/custom-fields/public.ts'
import { isStale, refuseStale } from '#server/features/history/public.ts'
import { storeLabels } from '#server/features/labels/public.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, setBugFields as endpoint } from '#shared/bugs/contract.ts'
import {
  addName,
  flagColumnsOf,
  type FlagValues,
  isPart,
  type LabelsName,
  labelsNames,
  partColumnsOf,
  type PartValues,
  plainColumnsOf,
  type PlainValues,
  removeName,
  settableNames,
  type SomePlainValues,
} from '#shared/bugs/fields.ts'
import { isNoChange, labelsToChange } from './change-labels.ts'
import { partsToSet } from './change-parts.ts'
import { keepSight } from './change-readers.ts'
import type { ChangeOptions } from './change-options.ts'
import { requireMaySet, requireMaySetCustom } from './require-may-set.ts'

/**
 * Sets fields of a bug that have no route of their own: all that are named, or none.
 * @throws AppError forbidden where the caller may not change one of them; invalid-input, conflict
 */
export async function setBugFields({ actor, params, query, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, actor, params.bugId)
  for (const name of settableNames) if (body[name] !== undefined) requireMaySet(actor, bug, name, body[name])
  const labels: SomeLabels = {}
  for (const name of labelsNames) {
    const wanted = { set: body[name], add: body[addName(name)], remove: body[removeName(name)] }
    if (Object.values(wanted).every((ids) => ids === undefined)) continue
    requireMaySet(actor, bug, name, undefined)
    labels[name] = await labelsToChange(tx, bug, name, wanted, body.baseVersion)
  }
  if (body.fields !== undefined) requireMaySetCustom(actor, bug)
  const custom = await fieldChanges(tx, bug, body.fields ?? {})
  await changeFields(tx, actor, bug, { plain: body, labels, custom }, body)
  return viewBug(tx, actor, bug, query.comments)
}

/** What is to be set at a bug. */
interface FieldsToChange {
  readonly plain?: SomePlainValues
  readonly labels?: SomeLabels
  readonly custom?: FieldChanges
}

/** What is added to sets of labels and removed from them. */
export type SomeLabels = { [N in LabelsName]?: LabelsAtTime }

/**
 * Sets fields of a bug that the caller has locked; those that have their value already stay out of its history. Changes of
 * labels go together with those of others.
 * @returns the bug's version after it
 * @throws AppError conflict; invalid-input for a part that is not one of the bug's product, or is archived
 */
export async function changeFields(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  { plain = {}, labels = {}, custom = {} }: FieldsToChange,
  { baseVersion, undoes }: ChangeOptions,
): Promise<number> {
  const changed = settableNames.filter((name) => plain[name] !== undefined && plain[name] !== bug[name])
  const relabelled = labelsNames.flatMap((name) => {
    const change = labels[name]
    return change === undefined || isNoChange(change) ? [] : [[name, change] as const]
  })
  const names = [...changed, ...(Object.keys(custom) as (keyof FieldChanges)[])]
  if (names.length + relabelled.length === 0) return bug.version
  isStale(bug, baseVersion)
  if (names.length > 0) await refuseStale(tx, actor, bug, baseVersion, ['bug-fields-changed', 'bug-moved'], names)
  const next = Object.fromEntries(changed.map((name) => [name, plain[name]])) as Partial<
    PlainValues & FlagValues & PartValues
  >
  if (next.isWaiting && undoes === undefined) refuseToAsk(bug, 'isWaiting')
  const parts = await partsToSet(tx, bug, next, undoes !== undefined)
  const version = await updateBug(tx, bug, {
    ...plainColumnsOf(next),
    ...flagColumnsOf(next),
    // An undo takes up what was asked before.
    ...(next.isWaiting !== undefined &&
      fieldRules.asking(
        next.isWaiting,
        next.isWaiting && undoes === undefined ? { on: new Date(), by: actor.userId, in: null } : undefined,
      )),
    ...partColumnsOf(next),
    ...(names.length > changed.length && { fields: JSON.stringify(withChanges(bug.fields, custom)) }),
  })
  if (next.isPrivate === true) await keepSight(tx, actor, bug)
  for (const [, change] of relabelled) await storeLabels(tx, bug.id, change)
  await recordEvent(tx, {
    type: 'bug-fields-changed',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: {
      ...Object.fromEntries(
        changed.map((name) => [name, isPart(name) ? parts[name] : { from: bug[name], to: next[name] }]),
      ),
      ...Object.fromEntries(relabelled),
      ...custom,
    } as EventPayloads['bug-fields-changed'],
    version,
    undoes,
  })
  return version
}
