/** What the server lets a person do to a bug; see `mayChange`. */
export type FieldAbility = 'edit' | 'close' | 'classify' | 'assign'

/** How a value is coloured where it is shown as a badge. */
export type FieldTone = 'green' | 'amber' | 'grey' | 'blue' | 'red' | 'light'

/** A sort of the list: its name in `sort:`, and where it begins unless it is inverted. */
interface FieldSort {
  readonly name: string
  readonly direction: 'ascending' | 'descending'
}

interface Field {
  /** What people read beside the value. */
  readonly label: string
  /** One sentence for callers of the API. */
  readonly says: string
  /** The column of the table `bugs`. */
  readonly column: string
  readonly changedBy: FieldAbility
  /** The endpoint of the specification that changes it; `null` for those that `setBugFields` changes. */
  readonly route: string | null
  /** The columns that follow from it are in `field-rules.ts` under this name. */
  readonly rule?: 'closing' | 'assignment' | 'links'
  readonly sort?: FieldSort
}

/** A text whose changes are merged line by line. */
interface TextField extends Field {
  readonly kind: 'text'
  /** In UTF-16 code units. */
  readonly maxLength: number
}

/** One of a few values. */
export interface ChoiceField extends Field {
  readonly kind: 'choice'
  /** In the order of a sort, the least first. */
  readonly values: readonly string[]
  /** The value of a new bug, and of an imported one that names none. */
  readonly initial: string
  /** The search term that asks for a value. */
  readonly term: string
  /** The list takes it as a query parameter, and the filter panel offers it. */
  readonly isFilter: boolean
  /** By value; whatever is not named is `light`. */
  readonly tones?: Readonly<Record<string, FieldTone>>
  /** Words of other trackers by value, in lower case; each value stands for itself. */
  readonly importedWords?: Readonly<Record<string, readonly string[]>>
}

/** The id of a person or of another bug. */
interface ReferenceField extends Field {
  readonly kind: 'person' | 'bug'
}

export type BugField = TextField | ChoiceField | ReferenceField

export const maxTitleLength = 255
export const maxBodyLength = 100_000

/**
 * Every fact of a bug that somebody can change. The contract, validation, filters, sorts, search terms, history, undo, import,
 * export, documentation and the client's controls follow from it.
 */
export const bugFields = {
  title: {
    kind: 'text',
    label: 'Title',
    says: 'What is wrong, in one line.',
    column: 'title',
    maxLength: maxTitleLength,
    changedBy: 'edit',
    route: 'editBug',
    sort: { name: 'title', direction: 'ascending' },
  },
  description: {
    kind: 'text',
    label: 'Description',
    says: 'What happens, in Markdown.',
    column: 'description',
    maxLength: maxBodyLength,
    changedBy: 'edit',
    route: 'editBug',
    sort: { name: 'description', direction: 'ascending' },
  },
  stepsToReproduce: {
    kind: 'text',
    label: 'Steps to reproduce',
    says: 'How to make it happen, in Markdown.',
    column: 'steps_to_reproduce',
    maxLength: maxBodyLength,
    changedBy: 'edit',
    route: 'editBug',
    sort: { name: 'steps', direction: 'ascending' },
  },
  status: {
    kind: 'choice',
    label: 'Status',
    says: 'How far the work is; Closed and Resolved close the bug.',
    column: 'status',
    values: ['Open', 'In Progress', 'Closed', 'Resolved'],
    initial: 'Open',
    changedBy: 'close',
    route: 'setBugStatus',
    rule: 'closing',
    term: 'status',
    isFilter: false,
  },
  classification: {
    kind: 'choice',
    label: 'Classification',
    says: 'The bug’s classification.',
    column: 'classification',
    values: ['unclassified', 'approved', 'unapproved', 'duplicate'],
    initial: 'unclassified',
    changedBy: 'classify',
    route: 'classifyBug',
    rule: 'links',
    term: 'class',
    isFilter: true,
  },
  assignee: {
    kind: 'person',
    label: 'Assignee',
    says: 'Who works on it.',
    column: 'assigned_to',
    changedBy: 'assign',
    route: 'assignBug',
    rule: 'assignment',
  },
  duplicateOf: {
    kind: 'bug',
    label: 'Duplicate of',
    says: 'The original that it repeats.',
    column: 'duplicate_of',
    changedBy: 'classify',
    route: 'classifyBug',
    rule: 'links',
  },
  priority: {
    kind: 'choice',
    label: 'Priority',
    says: 'How soon it should be dealt with.',
    column: 'priority',
    values: ['none', 'low', 'medium', 'high', 'urgent'],
    initial: 'none',
    changedBy: 'classify',
    route: null,
    term: 'priority',
    isFilter: true,
    sort: { name: 'priority', direction: 'descending' },
    tones: { low: 'grey', medium: 'blue', high: 'amber', urgent: 'red' },
    importedWords: {
      none: ['unspecified', 'undecided', 'not set', '--'],
      low: ['lowest', 'minor', 'trivial', 'p-low', 'p4', 'p5'],
      medium: ['normal', 'moderate', 'p-medium', 'p3'],
      high: ['major', 'important', 'p-high', 'p2'],
      urgent: ['highest', 'critical', 'blocker', 'immediate', 'p0', 'p1'],
    },
  },
} as const satisfies Readonly<Record<string, BugField>>

export type BugFields = typeof bugFields
export type FieldName = keyof BugFields
type NamesOf<K> = { [N in FieldName]: BugFields[N] extends K ? N : never }[FieldName]

/** The names of fields that are one of a few values. */
export type ChoiceName = NamesOf<{ readonly kind: 'choice' }>
export type ChoiceValue<N extends ChoiceName> = BugFields[N]['values'][number]
/** Those that the specification gives no route: `setBugFields` changes them, and nothing else follows from them. */
export type PlainName = NamesOf<{ readonly kind: 'choice'; readonly route: null }>
export type PlainValues = { [N in PlainName]: ChoiceValue<N> }
/** Some of them. */
export type SomePlainValues = { readonly [N in PlainName]?: ChoiceValue<N> | undefined }
/** All by column. */
export type PlainColumns = { [N in PlainName as BugFields[N]['column']]: ChoiceValue<N> }
/** Those that the list filters by. */
export type FilterField = NamesOf<{ readonly kind: 'choice'; readonly isFilter: true }>
export type SortField = NamesOf<{ readonly sort: FieldSort }>

export const fieldNames = Object.keys(bugFields) as FieldName[]

const fieldOf = (name: FieldName): BugField => bugFields[name]
const namesWhere = <N extends FieldName>(holds: (field: BugField) => boolean) =>
  fieldNames.filter((name) => holds(fieldOf(name))) as N[]

export const textNames = namesWhere<NamesOf<{ readonly kind: 'text' }>>(({ kind }) => kind === 'text')
export const choiceNames = namesWhere<ChoiceName>(({ kind }) => kind === 'choice')
export const plainNames = namesWhere<PlainName>(({ kind, route }) => kind === 'choice' && route === null)
export const filterFields = namesWhere<FilterField>((field) => field.kind === 'choice' && field.isFilter)
export const sortFields = namesWhere<SortField>(({ sort }) => sort !== undefined)

/** The field that each search term of a choice asks for. */
export type ChoiceTerm = BugFields[ChoiceName]['term']
export const fieldOfTerm = Object.fromEntries(choiceNames.map((name) => [bugFields[name].term, name])) as Readonly<
  Record<ChoiceTerm, ChoiceName>
>

/** Returns one entry for each of some fields. */
export function eachField<N extends FieldName, V>(names: readonly N[], valueOf: (name: N) => V): { [M in N]: V } {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as { [M in N]: V }
}

/** Returns the plain fields of anything that has them. */
export function plainValuesOf(bug: PlainValues): PlainValues {
  return eachField(plainNames, (name) => bug[name]) as PlainValues
}

/** Returns the plain fields of a row of `bugs`. */
export function plainValuesIn(row: PlainColumns): PlainValues {
  return eachField(plainNames, (name) => row[bugFields[name].column]) as PlainValues
}

/** Returns the columns that hold plain fields, of as many as are given. */
export function plainColumnsOf<V extends Partial<PlainValues>>(
  values: V,
): V extends PlainValues ? PlainColumns : Partial<PlainColumns>
export function plainColumnsOf(values: Partial<PlainValues>): Partial<PlainColumns> {
  const given = plainNames.filter((name) => values[name] !== undefined)
  return Object.fromEntries(given.map((name) => [bugFields[name].column, values[name]]))
}

export const plainColumns: readonly string[] = plainNames.map((name) => bugFields[name].column)

/** The plain fields of a new bug. */
export const initialValues = eachField(plainNames, (name) => bugFields[name].initial) as PlainValues

/** Returns the value of a choice that a text names, whatever its case; undefined for none. */
export function choiceNamed<N extends ChoiceName>(name: N, text: string): ChoiceValue<N> | undefined {
  const values: readonly ChoiceValue<N>[] = bugFields[name].values
  return values.find((value) => value.toLowerCase() === text.toLowerCase())
}

/** Whether a person with these abilities may change a field. */
export function mayChange(
  abilities: Readonly<Record<'editMy' | 'editAny' | 'close' | 'classify' | 'assign', boolean>>,
  name: FieldName,
): boolean {
  const { changedBy } = bugFields[name]
  return changedBy === 'edit' ? abilities.editMy || abilities.editAny : abilities[changedBy]
}
