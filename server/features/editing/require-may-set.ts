import type { Actor } from '#server/access/actor.ts'
import { bugAbilities } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { bugFields, type FieldName, maySet } from '#shared/bugs/fields.ts'
import type { BugStatus } from '#shared/bugs/words.ts'

/** Refuses a value of a field that the actor may not set at this bug. @throws AppError forbidden */
export function requireMaySet(
  actor: Actor,
  bug: { readonly createdBy: string; readonly status?: BugStatus },
  name: FieldName,
  value: string | boolean | null | undefined,
): void {
  if (maySet(bugAbilities(actor, bug), name, value, name === 'status' ? bug.status : undefined)) return
  throw new AppError('forbidden', `You may not give this bug this ${bugFields[name].label.toLowerCase()}.`, {
    field: name,
  })
}

/** Custom fields are set by who may edit the bug. @throws AppError forbidden */
export function requireMaySetCustom(actor: Actor, bug: { readonly createdBy: string }): void {
  const { editMy, editAny } = bugAbilities(actor, bug)
  if (editMy || editAny) return
  throw new AppError('forbidden', 'You may not set the custom fields of this bug.', { field: 'fields' })
}
