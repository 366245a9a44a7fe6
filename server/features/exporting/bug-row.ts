import { type BugField, bugFields, type FieldName, fieldNames } from '#shared/bugs/fields.ts'
import { fieldText } from '#shared/custom-fields/custom-field.ts'
import type { ExportedBug } from './exported-bugs.ts'

type Cell = string | number | boolean

interface Column {
  readonly title: string
  readonly of: (bug: ExportedBug) => Cell
}

const isText = (name: FieldName) => bugFields[name].kind === 'text'

/** What people change, by kind; and what else there is to know. Texts come last, because they may be long. */
const columns: readonly Column[] = [
  { title: 'Key', of: ({ item }) => item.key },
  fieldColumn('title'),
  ...fieldNames.filter((name) => !isText(name)).map(fieldColumn),
  {
    title: 'Custom fields',
    of: ({ item }) =>
      Object.entries(item.fields)
        .map(([key, value]) => `${key}: ${fieldText(value)}`)
        .join('; '),
  },
  { title: 'Reporter', of: ({ reporter }) => reporter.name },
  { title: 'Reported (UTC)', of: ({ item }) => plainTime(item.createdOn) },
  { title: 'Updated (UTC)', of: ({ item }) => plainTime(item.updatedOn) },
  { title: 'Assigned (UTC)', of: ({ item }) => (item.assigned ? plainTime(item.assigned.assignedOn) : '') },
  { title: 'Comments', of: ({ item }) => item.commentCount },
  { title: 'Affected people', of: ({ item }) => item.affectedCount },
  { title: 'Id', of: ({ item }) => item._id },
  ...fieldNames.filter((name) => isText(name) && name !== 'title').map(fieldColumn),
]

function fieldColumn(name: FieldName): Column {
  const { label, kind }: BugField = bugFields[name]
  return { title: label, of: (bug) => cells[kind](bug, name) }
}

/** A value of a field by its kind: one more kind has to say what its cells are. */
const cells: Readonly<Record<BugField['kind'], (bug: ExportedBug, name: FieldName) => Cell>> = {
  text: ({ item }, name) => String(item[name as 'title']),
  choice: ({ item }, name) => String(item[name as 'status']),
  flag: ({ item }, name) => (item[name as 'isPrivate'] ? 'yes' : 'no'),
  labels: ({ item }, name) => item[name as 'labels'].map((label) => label.name).join(', '),
  person: ({ assignee }) => assignee?.name ?? '',
  part: ({ item }, name) => item[name as 'component']?.name ?? '',
  bug: ({ original }) => original?.key ?? '',
  product: ({ item }) => item.product.name,
}

/** As spreadsheets read it for a time. */
const plainTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`

/** By these bytes Excel knows UTF-8. */
const byteOrderMark = '\uFEFF'

/** Returns the first row, with what a file begins with. */
export const headRow = (): string => byteOrderMark + rowOf(columns.map(({ title }) => title))

/** Returns a bug as a row. */
export const bugRow = (bug: ExportedBug): string => rowOf(columns.map(({ of }) => of(bug)))

/** A row as RFC 4180 says. */
const rowOf = (row: readonly Cell[]) => `${row.map(cellOf).join(',')}\r\n`

function cellOf(value: Cell): string {
  const text = typeof value === 'string' ? withoutFormula(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Text that a spreadsheet would take for a formula, also one that trims its cells, made text by an apostrophe:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const withoutFormula = (text: string) => (/^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text) ? `'${text}` : text)
