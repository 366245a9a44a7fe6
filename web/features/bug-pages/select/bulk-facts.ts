import type { BugListItem } from '#shared/bugs/contract.ts'
import { type BulkName, bugFields, bulkNames, isPart, mayChange, type PartName } from '#shared/bugs/fields.ts'

/** In the order of the declaration, and last what is rarely set. */
const offered: readonly BulkName[] = [
  ...bulkNames.filter((name) => bugFields[name].kind !== 'flag'),
  ...bulkNames.filter((name) => bugFields[name].kind === 'flag'),
]

/**
 * Returns what the reader may set on all of some bugs at once.
 * @param products those that they see, where they see several
 * @param hasParts whether any of these has something that a field may be set to
 */
export function bulkFactsOf(
  bugs: readonly Pick<BugListItem, 'abilities'>[],
  products: readonly unknown[],
  hasParts: (name: PartName) => boolean = () => false,
): readonly BulkName[] {
  return offered
    .filter((name) => (name !== 'product' || products.length > 0) && (!isPart(name) || hasParts(name)))
    .filter((name) => bugs.some(({ abilities }) => mayChange(ofAnyBug(name, abilities), name)))
}

/** Whether a bug is private, its creator sets on its page. */
function ofAnyBug(name: BulkName, abilities: BugListItem['abilities']): BugListItem['abilities'] {
  return bugFields[name].kind === 'flag' ? { ...abilities, editMy: false } : abilities
}

/** Whether the reader may set custom fields of any of some bugs. @param hasForms whether there may be any */
export function maySetCustom(bugs: readonly Pick<BugListItem, 'abilities'>[], hasForms: boolean): boolean {
  return hasForms && bugs.some(({ abilities }) => abilities.editAny)
}

/** Whether a bug may be selected. What only its creator may set is set on its page. */
export function mayBeSelected(
  bug: Pick<BugListItem, 'abilities'>,
  products: readonly unknown[],
  hasForms: boolean,
): boolean {
  return maySetCustom([bug], hasForms) || bulkFactsOf([bug], products).length > 0
}

/** Returns what a fact of several bugs is called among other words: 'the priority', '“Private”'. */
export function factOfMany(name: BulkName): string {
  const { kind, label } = bugFields[name]
  return kind === 'flag' ? `“${label}”` : `the ${label.toLowerCase()}`
}
