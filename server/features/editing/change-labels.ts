import type { Tx } from '#server/db/database.ts'
import type { LabelsAtTime } from '#server/events/event.ts'
import type { LockedBug } from '#server/features/bugs/public.ts'
import { isStale } from '#server/features/history/public.ts'
import { holdLabels, labelsOfBug } from '#server/features/labels/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { type LabelsChange, type LabelsName } from '#shared/bugs/fields.ts'
import { maxLabelsOfBug } from '#shared/labels/label.ts'
import { sql } from 'kysely'

/** What a set of labels is to be: the whole set, or what is added and removed, or both. */
export interface WantedLabels extends LabelsChange {
  readonly set?: readonly string[] | undefined
}

/**
 * Returns what a change of a bug's labels adds and removes. A whole set is compared with the one that the change began from,
 * so that what others have added or removed since stays so. The caller has locked the bug.
 * @throws AppError invalid-input for labels that don't exist, and too many
 */
export async function labelsToChange(
  tx: Tx,
  bug: LockedBug,
  name: LabelsName,
  { set, add = [], remove = [] }: WantedLabels,
  baseVersion?: number,
): Promise<LabelsAtTime> {
  const present = await labelsOfBug(tx, bug.id)
  const has = new Set(present.map(({ id }) => id))
  const base = set && isStale(bug, baseVersion) ? await labelsAt(tx, bug, name, has, baseVersion) : has
  const wanted = new Set([...(set ?? []).filter((id) => !base.has(id)), ...add])
  const unwanted = new Set([...(set ? [...base].filter((id) => !set.includes(id)) : []), ...remove])
  const held = new Map((await holdLabels(tx, [...wanted, ...unwanted])).map((label) => [label.id, label]))
  const unknown = [...wanted].find((id) => !held.has(id))
  if (unknown !== undefined)
    throw new AppError('invalid-input', `There is no label with the id ${unknown}.`, { field: name })
  const byName = [...held.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  const added = byName.filter(({ id }) => wanted.has(id) && !unwanted.has(id) && !has.has(id))
  const removed = byName.filter(({ id }) => unwanted.has(id) && has.has(id))
  if (added.length > 0 && has.size + added.length - removed.length > maxLabelsOfBug)
    throw new AppError('invalid-input', `A bug has ${maxLabelsOfBug} labels at most.`, { field: name })
  return { added, removed }
}

/** Whether nothing is added or removed. */
export const isNoChange = ({ added, removed }: LabelsAtTime): boolean => added.length + removed.length === 0

/** The labels of a bug as of one of its versions: those of now, without what was changed after it. */
async function labelsAt(
  tx: Tx,
  bug: LockedBug,
  name: LabelsName,
  now: ReadonlySet<string>,
  version: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ change: LabelsAtTime }>`
    select e.payload -> ${name}::text as change from events e
    where e.subject_id = ${bug.id} and e.type = 'bug-fields-changed' and e.version > ${version} and e.payload ? ${name}::text
    order by e.id desc`.execute(tx)
  const labels = new Set(now)
  for (const { change } of rows) {
    for (const { id } of change.added) labels.delete(id)
    for (const { id } of change.removed) labels.add(id)
  }
  return labels
}
