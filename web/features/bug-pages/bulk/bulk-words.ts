import { type BulkName, bulkNames, bugFields, isPart } from '#shared/bugs/fields.ts'
import { fieldText } from '#shared/custom-fields/custom-field.ts'
import type { Bulk } from '#shared/bulk/contract.ts'
import { numberOf } from '#web/ui/text/number-format.ts'

/** Returns so many bugs in words: '1 bug', '1,200 bugs'. */
export function bugsWords(count: number): string {
  return count === 1 ? '1 bug' : `${numberOf(count)} bugs`
}

/** Returns what a bulk change sets: 'Status: Closed', 'Assignee: nobody'. Empty for one that takes another back. */
export function setWords({ fields }: Pick<Bulk, 'fields'>): string {
  const declared = bulkNames
    .filter((name) => fields[name] !== undefined)
    .map(
      (name) =>
        `${bugFields[name].label}: ${fields[name] === null && isPart(name) ? 'none' : valueWords(fields[name])}`,
    )
  const custom = (fields.fields ?? []).map(
    ({ name, value }) => `${name}: ${value === null ? 'none' : fieldText(value)}`,
  )
  return [...declared, ...custom].join(', ')
}

function valueWords(value: Bulk['fields'][BulkName]): string {
  if (typeof value === 'object' && value !== null && 'add' in value) {
    const names = (labels: typeof value.add, sign: string) => labels.map(({ name }) => `${sign}${name}`)
    return [...names(value.add, '+'), ...names(value.remove, '−')].join(', ')
  }
  if (value === null || value === undefined) return 'nobody'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  return 'fullName' in value ? value.fullName : value.name
}

/** Returns what a bulk change is about, before it is done. */
export function begunWords({ total, undoes }: Pick<Bulk, 'total' | 'undoes'>): string {
  return undoes === undefined ? `Changing ${bugsWords(total)}` : `Taking back ${bugsWords(total)}`
}

/** Returns what a bulk change that is done has done. */
export function doneWords({ changed, unchanged, refused, undoes }: Bulk): string {
  const done = undoes === undefined ? 'changed' : 'taken back'
  const parts = [changed === 0 ? `Nothing ${done}` : `${bugsWords(changed)} ${done}`]
  if (unchanged > 0) parts.push(`${numberOf(unchanged)} ${unchanged === 1 ? 'was' : 'were'} so already`)
  return refused === 0 ? parts.join(', ') : `${parts.join(', ')}, ${refusedWords(refused, undoes !== undefined)}`
}

function refusedWords(refused: number, isUndo: boolean): string {
  return isUndo ? `${numberOf(refused)} not, because they changed since` : `${numberOf(refused)} refused`
}
