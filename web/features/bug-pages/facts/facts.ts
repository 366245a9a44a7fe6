import type { Bug, BugListItem } from '#shared/bugs/contract.ts'
import {
  type BugFields,
  bugFields,
  type ChoiceName,
  choiceNames,
  type FieldName,
  fieldNames,
  isPart,
  mayChange,
  settableValues,
} from '#shared/bugs/fields.ts'
import type { FactValue } from './fact-option.ts'

/** What is picked in place, on a bug's page and in a row of the list: whatever is declared and is neither text nor yes or no. */
export type FactName = { [N in FieldName]: BugFields[N]['kind'] extends 'text' | 'flag' ? never : N }[FieldName]

export const factNames = fieldNames.filter(
  (name): name is FactName => bugFields[name].kind !== 'text' && bugFields[name].kind !== 'flag',
)

/** What a row of the list knows of a bug; its page knows the original too. */
export type FactBug = BugListItem & Partial<Pick<Bug, 'duplicateOf' | 'isMerged'>>

export function isChoice(name: FactName): name is ChoiceName {
  return choiceNames.some((one) => one === name)
}

/** Returns what the reader may set, of a field of a few values. */
export function settableOf({ abilities }: Pick<BugListItem, 'abilities'>, name: ChoiceName): readonly string[] {
  return name === 'status' ? abilities.statuses : settableValues(abilities, name)
}

/** Returns whether the reader may set a fact of this bug, as the server judges. */
export function maySetFact(bug: Pick<BugListItem, 'abilities'>, name: FactName): boolean {
  return isChoice(name) ? settableOf(bug, name).length > 0 : mayChange(bug.abilities, name)
}

/** Returns a fact as it is: a value, or the id of a person, product, part or bug, or those of labels; null for none. */
export function currentOf(bug: FactBug, name: FactName): string | null {
  if (name === 'assignee') return bug.assigned?.assignedTo ?? null
  if (name === 'product') return bug.product._id
  if (name === 'labels') return bug.labels.map(({ _id }) => _id).join(' ')
  if (isPart(name)) return bug[name]?._id ?? null
  return (name === 'duplicateOf' ? bug.duplicateOf?._id : bug[name]) ?? null
}

/** Returns whether a choice would change nothing. */
export function hasAlready(bug: FactBug, name: FactName, value: FactValue): boolean {
  if (typeof value !== 'object' || value === null) return currentOf(bug, name) === value
  const { add = [], remove = [] } = value
  const has = (id: string) => bug.labels.some(({ _id }) => _id === id)
  return add.every(has) && !remove.some(has)
}

/** Returns what a fact is called among other words. */
export function factLabel(name: FactName): string {
  return name === 'duplicateOf' ? 'Original' : bugFields[name].label
}

/** Returns what an act about a fact is called: 'Change the priority'. */
export function changeWords(name: FactName): string {
  if (name === 'product') return 'Move to another product'
  return name === 'duplicateOf' ? 'Choose the original' : `Change the ${factLabel(name).toLowerCase()}`
}
