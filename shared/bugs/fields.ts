/** What the server lets a person do to a bug; see `mayChange`. */
export type FieldAbility = 'edit' | 'close' | 'classify' | 'assign' | 'ask'

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
  readonly changedBy: FieldAbility
  /** The endpoint of the specification that changes it; `null` for those that `setBugFields` changes. */
  readonly route: string | null
  /** The columns that follow from it are in `field-rules.ts` under this name. */
  readonly rule?: 'closing' | 'assignment' | 'links' | 'asking'
  readonly sort?: FieldSort
  /** It can be set on many bugs at once. */
  readonly isBulk?: true
  /** What is pressed to change it in place. */
  readonly key?: string
}

/** A fact that one column of the table `bugs` holds. */
interface ColumnField extends Field {
  readonly column: string
}

/** A text whose changes are merged line by line. */
interface TextField extends ColumnField {
  readonly kind: 'text'
  /** In UTF-16 code units. */
  readonly maxLength: number
}

/** One of a few values. */
export interface ChoiceField extends ColumnField {
  readonly kind: 'choice'
  /** In the order of a sort, the least first. */
  readonly values: readonly string[]
  /** The value of a new bug, and of an imported one that names none. */
  readonly initial: string
  /** The search term that asks for a value. */
  readonly term: string
  /** The list takes it as a query parameter, and the filter panel offers it. */
  readonly isFilter: boolean
  /** What a bug's creator may set with canEditMyBug, where the ability alone would refuse them; each with what it may follow. */
  readonly creatorSets?: Readonly<Record<string, readonly string[]>>
  /** By value; whatever is not named is `light`. */
  readonly tones?: Readonly<Record<string, FieldTone>>
}

/** Yes or no. */
interface FlagField extends ColumnField {
  readonly kind: 'flag'
  /** The value of `is:` that asks for the bugs of which it is true. */
  readonly isTerm: string
  /** A bug's creator changes it with canEditMyBug too, and sets it with the report. */
  readonly isOfCreator?: true
}

/** The id of a person, of another bug, or of a product. */
interface ReferenceField extends ColumnField {
  readonly kind: 'person' | 'bug' | 'product'
}

/** A set of labels, which `bug_labels` holds. Changes add some and remove some, so that those of two people go together. */
interface LabelsField extends Field {
  readonly kind: 'labels'
  readonly route: null
  /** The search term that asks for one by its name, and the query parameter of the list. */
  readonly term: string
}

/** A component or a version of the bug's product, or none: the id of one of them. `setBugFields` changes it. */
interface PartField extends ColumnField {
  readonly kind: 'part'
  readonly route: null
  /** Which of the product's lists it is one of. */
  readonly of: PartList
  /** The search term that asks for one by its name; the list has a query parameter with the field's name. */
  readonly term: string
  /** What the term narrows to, in a few words. */
  readonly asks: string
}

/** The lists that each product has of its parts. */
export const partLists = ['components', 'versions'] as const
export type PartList = (typeof partLists)[number]

export type BugField = TextField | ChoiceField | FlagField | ReferenceField | LabelsField | PartField

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
    column: 'title',
    maxLength: maxTitleLength,
    changedBy: 'edit',
    route: 'editBug',
    sort: { name: 'title', direction: 'ascending' },
  },
  description: {
    kind: 'text',
    label: 'Description',
    column: 'description',
    maxLength: maxBodyLength,
    changedBy: 'edit',
    route: 'editBug',
    sort: { name: 'description', direction: 'ascending' },
  },
  stepsToReproduce: {
    kind: 'text',
    label: 'Steps to reproduce',
    column: 'steps_to_reproduce',
    maxLength: maxBodyLength,
    changedBy: 'edit',
    route: 'editBug',
    sort: { name: 'steps', direction: 'ascending' },
  },
  product: {
    kind: 'product',
    label: 'Product',
    key: 'r',
    column: 'product_number',
    changedBy: 'edit',
    route: 'moveBug',
    isBulk: true,
  },
  isPrivate: {
    kind: 'flag',
    label: 'Private',
    column: 'is_private',
    changedBy: 'classify',
    route: null,
    isBulk: true,
    isTerm: 'private',
    isOfCreator: true,
  },
  isWaiting: {
    kind: 'flag',
    label: 'Waiting for reporter',
    column: 'is_waiting',
    changedBy: 'ask',
    route: null,
    rule: 'asking',
    isBulk: true,
    isTerm: 'waiting',
  },
  status: {
    kind: 'choice',
    label: 'Status',
    key: 's',
    column: 'status',
    values: ['Open', 'In Progress', 'Closed', 'Resolved'],
    initial: 'Open',
    changedBy: 'close',
    creatorSets: {
      Closed: ['Open', 'In Progress', 'Closed', 'Resolved'],
      // Not what the team has begun.
      Open: ['Open', 'Closed', 'Resolved'],
    },
    route: 'setBugStatus',
    rule: 'closing',
    isBulk: true,
    term: 'status',
    isFilter: true,
  },
  classification: {
    kind: 'choice',
    label: 'Classification',
    key: 'c',
    column: 'classification',
    values: ['unclassified', 'approved', 'unapproved', 'duplicate'],
    initial: 'unclassified',
    changedBy: 'classify',
    route: 'classifyBug',
    rule: 'links',
    isBulk: true,
    term: 'class',
    isFilter: true,
  },
  assignee: {
    kind: 'person',
    label: 'Assignee',
    key: 'a',
    column: 'assigned_to',
    changedBy: 'assign',
    route: 'assignBug',
    rule: 'assignment',
    isBulk: true,
  },
  duplicateOf: {
    kind: 'bug',
    label: 'Duplicate of',
    key: 'o',
    column: 'duplicate_of',
    changedBy: 'classify',
    route: 'classifyBug',
    rule: 'links',
  },
  priority: {
    kind: 'choice',
    label: 'Priority',
    key: 'p',
    column: 'priority',
    values: ['none', 'low', 'medium', 'high', 'urgent'],
    initial: 'none',
    changedBy: 'classify',
    route: null,
    isBulk: true,
    term: 'priority',
    isFilter: true,
    sort: { name: 'priority', direction: 'descending' },
    tones: { low: 'grey', medium: 'blue', high: 'amber', urgent: 'red' },
  },
  severity: {
    kind: 'choice',
    label: 'Severity',
    key: 'y',
    column: 'severity',
    values: ['none', 'trivial', 'minor', 'normal', 'major', 'critical'],
    initial: 'none',
    changedBy: 'classify',
    route: null,
    isBulk: true,
    term: 'severity',
    isFilter: true,
    sort: { name: 'severity', direction: 'descending' },
    tones: { trivial: 'grey', minor: 'grey', normal: 'blue', major: 'amber', critical: 'red' },
  },
  labels: {
    kind: 'labels',
    label: 'Labels',
    key: 'l',
    changedBy: 'classify',
    route: null,
    isBulk: true,
    term: 'label',
  },
  component: {
    kind: 'part',
    label: 'Component',
    key: 't',
    column: 'component_id',
    changedBy: 'classify',
    route: null,
    isBulk: true,
    of: 'components',
    term: 'component',
    asks: 'the component',
  },
  foundVersion: {
    kind: 'part',
    label: 'Found version',
    // Lists have v for the saved views.
    key: 'u',
    column: 'found_version_id',
    changedBy: 'classify',
    route: null,
    isBulk: true,
    of: 'versions',
    term: 'found',
    asks: 'the version that has it',
  },
  fixedVersion: {
    kind: 'part',
    label: 'Fixed version',
    key: 'd',
    column: 'fixed_version_id',
    changedBy: 'classify',
    route: null,
    isBulk: true,
    of: 'versions',
    term: 'fixed',
    asks: 'the version that fixes it',
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
/** Those that are yes or no; `setBugFields` changes them too. */
export type FlagName = NamesOf<{ readonly kind: 'flag' }>
export type FlagValues = { [N in FlagName]: boolean }
/** All by column. */
export type FlagColumns = { [N in FlagName as BugFields[N]['column']]: boolean }
/** Those that are parts of the product; `setBugFields` changes them too. */
export type PartName = NamesOf<{ readonly kind: 'part' }>
/** The id of each, null for none. */
export type PartValues = { [N in PartName]: string | null }
/** All by column. */
export type PartColumns = { [N in PartName as BugFields[N]['column']]: string | null }
/** What `setBugFields` changes, but for labels. */
export type SettableName = PlainName | FlagName | PartName
/** Some of them. */
export type SomePlainValues = { readonly [N in PlainName]?: ChoiceValue<N> | undefined } & {
  readonly [N in FlagName]?: boolean | undefined
} & { readonly [N in PartName]?: string | null | undefined }
/** All by column. */
export type PlainColumns = { [N in PlainName as BugFields[N]['column']]: ChoiceValue<N> }
/** The names of fields that are sets of labels; `setBugFields` changes these too. */
export type LabelsName = NamesOf<{ readonly kind: 'labels' }>
/** What is added to a set of labels, and what is removed from it, by their ids. */
export interface LabelsChange {
  readonly add?: readonly string[] | undefined
  readonly remove?: readonly string[] | undefined
}
/** Those that the list filters by. */
export type FilterField = NamesOf<{ readonly kind: 'choice'; readonly isFilter: true }>
/** Those that can be set on many bugs at once. */
export type BulkName = NamesOf<{ readonly isBulk: true }>
/** Values for some of them; a person by their id, null for nobody; a product, or a part of one, by its id. */
export type BulkValues = {
  readonly [N in BulkName]?: BulkValue<N> | undefined
}
export type BulkValue<N extends BulkName> = N extends ChoiceName
  ? ChoiceValue<N>
  : N extends FlagName
    ? boolean
    : N extends LabelsName
      ? LabelsChange
      : N extends ProductName
        ? string
        : string | null
/** The field that is a product. */
export type ProductName = NamesOf<{ readonly kind: 'product' }>
export type SortField = NamesOf<{ readonly sort: FieldSort }>

export const fieldNames = Object.keys(bugFields) as FieldName[]

const fieldOf = (name: FieldName): BugField => bugFields[name]
const namesWhere = <N extends FieldName>(holds: (field: BugField) => boolean) =>
  fieldNames.filter((name) => holds(fieldOf(name))) as N[]

export const textNames = namesWhere<NamesOf<{ readonly kind: 'text' }>>(({ kind }) => kind === 'text')
export const choiceNames = namesWhere<ChoiceName>(({ kind }) => kind === 'choice')
export const plainNames = namesWhere<PlainName>(({ kind, route }) => kind === 'choice' && route === null)
export const labelsNames = namesWhere<LabelsName>(({ kind }) => kind === 'labels')
export const flagNames = namesWhere<FlagName>(({ kind }) => kind === 'flag')
export const partNames = namesWhere<PartName>(({ kind }) => kind === 'part')
/** Whether a field is a part of the product. */
export const isPart = (name: FieldName): name is PartName => partNames.some((part) => part === name)
/** What `setBugFields` changes, but for labels. */
export const settableNames: readonly SettableName[] = [...plainNames, ...flagNames, ...partNames]
export const filterFields = namesWhere<FilterField>((field) => field.kind === 'choice' && field.isFilter)
export const bulkNames = namesWhere<BulkName>(({ isBulk }) => isBulk === true)
export const sortFields = namesWhere<SortField>(({ sort }) => sort !== undefined)

/** The field that each search term of a choice asks for. */
export type ChoiceTerm = BugFields[ChoiceName]['term']
export const fieldOfTerm = Object.fromEntries(choiceNames.map((name) => [bugFields[name].term, name])) as Readonly<
  Record<ChoiceTerm, ChoiceName>
>

/** The names that the API gives to adding and removing, of a set of labels. */
export type AddName<N extends LabelsName> = `add${Capitalize<N>}`
export type RemoveName<N extends LabelsName> = `remove${Capitalize<N>}`
export const addName = <N extends LabelsName>(name: N) => `add${capitalized(name)}` as AddName<N>
export const removeName = <N extends LabelsName>(name: N) => `remove${capitalized(name)}` as RemoveName<N>
const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

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

/** Returns the columns that hold yes or no, of as many as are given. */
export function flagColumnsOf(values: Partial<FlagValues>): Partial<FlagColumns> {
  const given = flagNames.filter((name) => values[name] !== undefined)
  return Object.fromEntries(given.map((name) => [bugFields[name].column, values[name]]))
}

/** Returns the columns that hold parts of the product, of as many as are given. */
export function partColumnsOf(values: Partial<PartValues>): Partial<PartColumns> {
  const given = partNames.filter((name) => values[name] !== undefined)
  return Object.fromEntries(given.map((name) => [bugFields[name].column, values[name]]))
}

export const partColumns: readonly (keyof PartColumns)[] = partNames.map((name) => bugFields[name].column)

/** The plain fields of a new bug. */
export const initialValues = eachField(plainNames, (name) => bugFields[name].initial) as PlainValues

/** Returns the value of a choice that a text names, whatever its case; undefined for none. */
export function choiceNamed<N extends ChoiceName>(name: N, text: string): ChoiceValue<N> | undefined {
  const values: readonly ChoiceValue<N>[] = bugFields[name].values
  return values.find((value) => value.toLowerCase() === text.toLowerCase())
}

/** What decides which fields somebody may change. */
type Abilities = Readonly<Record<'editMy' | 'editAny' | 'close' | 'classify' | 'assign' | 'ask', boolean>>

/** Whether a person with these abilities may change a field, to whatever value. */
export function mayChange(abilities: Abilities, name: FieldName): boolean {
  const field: BugField = bugFields[name]
  const { changedBy } = field
  if (changedBy === 'edit') return abilities.editMy || abilities.editAny
  return abilities[changedBy] || (abilities.editMy && field.kind === 'flag' && field.isOfCreator === true)
}

/**
 * Returns the values that a person with these abilities may set, of a field that has a few.
 * @param current what it is now; undefined for whichever
 */
export function settableValues<N extends ChoiceName>(
  abilities: Abilities,
  name: N,
  current?: string,
): ChoiceValue<N>[] {
  const { values, creatorSets = {} }: ChoiceField = bugFields[name]
  const isCreators = (value: string) =>
    value in creatorSets && (current === undefined || creatorSets[value]?.includes(current))
  const settable = values.filter((value) => mayChange(abilities, name) || (abilities.editMy && isCreators(value)))
  return settable as ChoiceValue<N>[]
}

/**
 * Whether a person with these abilities may set a field to a value.
 * @param value undefined where it is no matter
 * @param current what a field of a few values is now; undefined for whichever
 */
export function maySet(
  abilities: Abilities,
  name: FieldName,
  value: string | boolean | null | undefined,
  current?: string,
): boolean {
  if (mayChange(abilities, name)) return true
  const choice = choiceNames.find((one) => one === name)
  return choice !== undefined && settableValues(abilities, choice, current).some((one) => one === value)
}
