import type { Tx } from '#server/db/database.ts'
import type { PartChange } from '#server/events/event.ts'
import type { LockedBug } from '#server/features/bugs/public.ts'
import { atTime, type FoundPart, partsCalledSo, partsInProduct, partsNamed } from '#server/features/parts/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { bugFields, eachField, partLists, type PartName, partNames, type PartValues } from '#shared/bugs/fields.ts'

/** Parts of its product that a bug gets or loses, each with the names of now. */
export type PartChanges = { [N in PartName]?: PartChange }

/**
 * Returns what a change of a bug's parts records.
 * @param next those that it is to have, by their ids
 * @param isUndo an earlier part comes back, even if it is archived by now
 * @throws AppError invalid-input for a part that is not one of the bug's product, or is archived
 */
export async function partsToSet(
  tx: Tx,
  bug: LockedBug,
  next: Partial<PartValues>,
  isUndo: boolean,
): Promise<PartChanges> {
  const changes: PartChanges = {}
  for (const list of partLists) {
    const names = partNames.filter((name) => bugFields[name].of === list && next[name] !== undefined)
    const ids = names.flatMap((name) => [bug[name], next[name]]).filter((id) => typeof id === 'string')
    const known = await partsNamed(tx, list, ids)
    for (const name of names) {
      const [from, id] = [known.get(bug[name] ?? ''), next[name]]
      const to = typeof id === 'string' ? requireUsable(name, bug.productNumber, known.get(id), isUndo) : null
      changes[name] = { from: from ? atTime(from) : null, to: to && atTime(to) }
    }
  }
  return changes
}

/**
 * Returns the part of a bug's own product that a change of many bugs means: the one with this id, or the one that is called
 * so there.
 * @throws AppError invalid-input where there is none
 */
export async function partOfProduct(
  tx: Tx,
  bug: Pick<LockedBug, 'productNumber'>,
  name: PartName,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null
  const called = await partsCalledSo(tx, bugFields[name].of, [id], bug.productNumber)
  return requireUsable(name, bug.productNumber, called.get(id), false).id
}

function requireUsable(name: PartName, productNumber: number, part: FoundPart | undefined, isUndo: boolean): FoundPart {
  if (part?.productNumber === productNumber && (isUndo || !part.isArchived)) return part
  const what = bugFields[name].of === 'components' ? 'component' : 'version'
  throw new AppError('invalid-input', `The bug’s product has no such ${what} that is in use.`, { field: name })
}

/**
 * Returns what a bug's parts become in another product: those that are called as its own; none where there is none. A move
 * that is taken back brings back what it changed, as far as that was not changed since.
 * @param undone what the move that is taken back has changed
 */
export async function partsAfterMove(
  tx: Tx,
  bug: LockedBug,
  productNumber: number,
  undone: PartChanges = {},
): Promise<{ readonly values: PartValues; readonly changes: PartChanges }> {
  const called = await partsInProduct(tx, bug, productNumber)
  const back = (name: PartName) => {
    const change = undone[name]
    return change && (change.to?.id ?? null) === bug[name] ? change : undefined
  }
  const to = eachField(partNames, (name) => {
    const change = back(name)
    return change ? change.from : (called[name]?.to ?? null)
  })
  const changed = partNames.filter((name) => (to[name]?.id ?? null) !== bug[name])
  return {
    values: eachField(partNames, (name) => to[name]?.id ?? null) as PartValues,
    changes: Object.fromEntries(changed.map((name) => [name, { from: called[name]?.from ?? null, to: to[name] }])),
  }
}
