import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type * as contract from '#shared/labels/contract.ts'
import type { Label } from '#shared/labels/label.ts'
import { endLabel, insertLabels, lockLabel, updateLabel } from './label-store.ts'

/** @throws AppError conflict where a label is called so */
export async function createLabel({ actor, body }: Call<typeof contract.createLabel>, tx: Tx): Promise<Label> {
  const { tone = 'grey', description = '' } = body
  const [made] = await insertLabels(tx, [{ name: body.name.trim(), tone, description }], actor.userId)
  if (!made) throw nameTaken(body.name)
  return made
}

/** Changes a label wherever it is shown. The events that name it keep the name of their time. @throws AppError not-found, conflict */
export async function changeLabel({ actor, params, body }: Call<typeof contract.changeLabel>, tx: Tx): Promise<Label> {
  const label = await lockLabel(tx, params.labelId)
  const { name = label.name, tone = label.tone, description = label.description } = body
  const next = { ...label, name: name.trim(), tone, description }
  const changed = (['name', 'tone', 'description'] as const).filter((what) => next[what] !== label[what])
  if (changed.length === 0) return label
  if (!(await updateLabel(tx, next))) throw nameTaken(next.name)
  const payload = Object.fromEntries(changed.map((what) => [what, { from: label[what], to: next[what] }]))
  await recordEvent(tx, { type: 'label-changed', subjectId: label._id, actorId: actor.userId, payload })
  return next
}

/** Gives the bugs of a label another one instead. @returns the other one @throws AppError not-found, invalid-input */
export async function mergeLabel({ actor, params, body }: Call<typeof contract.mergeLabel>, tx: Tx): Promise<Label> {
  const { labelId } = params
  if (labelId === body.into) {
    await lockLabel(tx, labelId)
    throw new AppError('invalid-input', 'into must be another label.', { field: 'into' })
  }
  // Always in the same order, so that two merges can't wait for each other.
  const isFirst = labelId < body.into
  const first = isFirst ? await lockLabel(tx, labelId) : await lockTarget(tx, body.into)
  const second = isFirst ? await lockTarget(tx, body.into) : await lockLabel(tx, labelId)
  const [label, into] = isFirst ? [first, second] : [second, first]
  const payload = { name: label.name, into: into._id, intoName: into.name }
  await recordEvent(tx, { type: 'label-merged', subjectId: label._id, actorId: actor.userId, payload })
  await endLabel(tx, label._id, into._id)
  return into
}

/** @throws AppError not-found */
export async function deleteLabel({ actor, params }: Call<typeof contract.deleteLabel>, tx: Tx): Promise<void> {
  const { _id, name } = await lockLabel(tx, params.labelId)
  await recordEvent(tx, { type: 'label-deleted', subjectId: _id, actorId: actor.userId, payload: { name } })
  await endLabel(tx, _id, null)
}

/** The id of a label in a body: what names none is a mistake of the body. */
async function lockTarget(tx: Tx, id: string): Promise<Label> {
  try {
    return await lockLabel(tx, id, 'into')
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found')
      throw new AppError('invalid-input', 'into must be the id of a label.', { field: 'into' })
    throw error
  }
}

const nameTaken = (name: string) =>
  new AppError('conflict', `There is a label ‘${name.trim()}’ already; choose another name, or merge the two.`, {
    field: 'name',
  })
