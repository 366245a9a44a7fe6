import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { bugAbilities, type LockedBug, lockBug, updateBug } from '#server/features/bugs/public.ts'
import { refuseStale } from '#server/features/history/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, setBugFields as endpoint } from '#shared/bugs/contract.ts'
import {
  bugFields,
  mayChange,
  plainColumnsOf,
  plainNames,
  type PlainValues,
  type SomePlainValues,
} from '#shared/bugs/fields.ts'
import type { ChangeOptions } from './change-options.ts'

/**
 * Sets plain fields of a bug: all that are named, or none.
 * @throws AppError forbidden where the caller may not change one of them; conflict
 */
export async function setBugFields({ actor, params, query, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, params.bugId)
  const abilities = bugAbilities(actor, bug)
  const refused = plainNames.find((name) => body[name] !== undefined && !mayChange(abilities, name))
  if (refused !== undefined)
    throw new AppError('forbidden', `You may not change the ${bugFields[refused].label.toLowerCase()} of this bug.`, {
      field: refused,
    })
  await changeFields(tx, actor, bug, body, body)
  return viewBug(tx, actor, bug.id, query.comments)
}

/** Sets plain fields of a bug that the caller has locked; those that have their value already stay out of its history. @throws AppError conflict */
export async function changeFields(
  tx: Tx,
  actor: Actor,
  bug: LockedBug,
  values: SomePlainValues,
  { baseVersion, undoes }: ChangeOptions,
): Promise<void> {
  const changed = plainNames.filter((name) => values[name] !== undefined && values[name] !== bug[name])
  if (changed.length === 0) return
  await refuseStale(tx, actor, bug, baseVersion, ['bug-fields-changed'], changed)
  const next = Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<PlainValues>
  const version = await updateBug(tx, bug, plainColumnsOf(next))
  await recordEvent(tx, {
    type: 'bug-fields-changed',
    subjectId: bug.id,
    actorId: actor.userId,
    payload: Object.fromEntries(changed.map((name) => [name, { from: bug[name], to: next[name] }])),
    version,
    undoes,
  })
}
