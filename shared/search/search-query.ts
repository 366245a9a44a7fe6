import {
  type BugFields,
  bugFields,
  choiceNames,
  type ChoiceTerm,
  type LabelsName,
  labelsNames,
  type PartName,
  partNames,
} from '#shared/bugs/fields.ts'

/** A stretch of the text that was typed, in UTF-16 code units: `from` included, `to` not. */
export interface Span {
  readonly from: number
  readonly to: number
}

const ownTerms = [
  'is',
  'assignee',
  'author',
  'commenter',
  'created',
  'updated',
  'closed',
  'duplicate-of',
  'blocks',
  'blocked-by',
  'parent',
  'has',
  'product',
  'sort',
] as const

/** The names before a colon that mean something: those of fields, and others. */
export type LabelsTerm = BugFields[LabelsName]['term']
export type PartTerm = BugFields[PartName]['term']
/** `field` is a custom field: its value is the field's key, a colon, and what is asked of it. */
export type TermName = (typeof ownTerms)[number] | ChoiceTerm | LabelsTerm | PartTerm | 'field'
const [first, ...others] = ownTerms
export const termNames: readonly Exclude<TermName, 'field'>[] = [
  first,
  ...[...choiceNames, ...labelsNames, ...partNames].map((name) => bugFields[name].term),
  ...others,
]
/** The terms that ask for a label by its name. */
export const labelsTerms: ReadonlySet<TermName> = new Set(labelsNames.map((name) => bugFields[name].term))
/** The fields that are parts of a product, by the terms that ask for one by its name. */
export const fieldOfPart = Object.fromEntries(partNames.map((name) => [bugFields[name].term, name])) as Readonly<
  Record<PartTerm, PartName>
>
export const isPartTerm = (term: TermName): term is PartTerm => Object.hasOwn(fieldOfPart, term)

export type SearchNode =
  /** `isPrefix`: also words that begin so; the last word of the text, and none that something follows. */
  | ({ readonly kind: 'word'; readonly word: string; readonly isPrefix: boolean } & Span)
  /** Words that follow one another within one text. */
  | ({ readonly kind: 'phrase'; readonly words: readonly string[] } & Span)
  /** `name:value`, checked: the value is one that the name knows. */
  | ({ readonly kind: 'term'; readonly name: TermName; readonly value: string } & Span)
  | ({ readonly kind: 'not'; readonly of: SearchNode } & Span)
  | ({ readonly kind: 'and'; readonly parts: readonly SearchNode[] } & Span)
  | ({ readonly kind: 'or'; readonly parts: readonly SearchNode[] } & Span)

/** Why a text can't be meant, and where. */
export interface SearchMistake extends Span {
  /** A sentence that says what to do. */
  readonly message: string
}
