import type { FieldTerm } from '#shared/custom-fields/field-name.ts'
import { bugFields, labelsNames, plainNames } from './fields.ts'

const labelled = [...labelsNames, ...plainNames]
/** Those that only products with versions have. */
export const versionColumns = ['foundVersion', 'fixedVersion'] as const

/** The facts that a row of the list may show beside status, title and key, in their order. */
export const listColumns = [
  'product',
  'component',
  ...versionColumns,
  ...labelled,
  'affected',
  'classification',
  'reporter',
  'updated',
  'assignee',
  'comments',
  'created',
] as const
export type ListColumn = (typeof listColumns)[number]
/** One of them, or a custom field. */
export type AnyColumn = ListColumn | FieldTerm

/** Those of whoever never chose. */
export const usualColumns: readonly ListColumn[] = listColumns.filter(
  (column) => !['product', 'reporter', 'updated', ...versionColumns].includes(column),
)

const words: Readonly<Record<Exclude<ListColumn, (typeof labelled)[number]>, string>> = {
  product: 'Product',
  component: 'Component',
  foundVersion: bugFields.foundVersion.label,
  fixedVersion: bugFields.fixedVersion.label,
  affected: 'Affected people',
  classification: 'Classification',
  reporter: 'Reporter',
  updated: 'Last update',
  assignee: 'Assignee',
  comments: 'Comments',
  created: 'Age',
}

/** Returns what people call a column. */
export function columnWords(column: ListColumn): string {
  const field = labelled.find((name) => name === column)
  return field === undefined ? words[column as keyof typeof words] : bugFields[field].label
}
