import { bugFields, choiceNames, type ChoiceTerm } from '#shared/bugs/fields.ts'

/** A stretch of the text that was typed, in UTF-16 code units: `from` included, `to` not. */
export interface Span {
  readonly from: number
  readonly to: number
}

const ownTerms = ['is', 'assignee', 'author', 'commenter', 'created', 'closed', 'duplicate-of', 'has', 'sort'] as const

/** The names before a colon that mean something: those of fields, and others. */
export type TermName = (typeof ownTerms)[number] | ChoiceTerm
const [first, ...others] = ownTerms
export const termNames: readonly TermName[] = [first, ...choiceNames.map((name) => bugFields[name].term), ...others]

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
