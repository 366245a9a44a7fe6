import type { PartList } from '#shared/bugs/fields.ts'
import type { ProductChoice } from '#shared/products/product-reference.ts'
import { completeSearch, type NamedField } from '#shared/search/complete-search.ts'

/** One suggestion for the text at the caret. */
export interface CompletionOption {
  readonly text: string
  readonly label: string
  readonly kind: 'name' | 'value' | 'person'
}

/** The suggestions for the text at the caret, before any names are looked up. */
export interface Completion {
  /** The part that an option replaces, in UTF-16 code units: `from` included, `to` not. */
  readonly from: number
  readonly to: number
  readonly options: readonly CompletionOption[]
  /** For a term that takes a person: the term with its colon, and the typed part of the name. */
  readonly person?: { readonly term: string; readonly name: string }
  /** The same for a term that takes a component or a version. */
  readonly part?: { readonly term: string; readonly begun: string; readonly of: PartList }
  /** The same for a term that takes a label. */
  readonly label?: { readonly term: string; readonly name: string }
}

/** Returns the suggestions at the caret; undefined where only words can follow, or nothing is to be added. */
export function completionAt(
  text: string,
  caret: number,
  products: readonly ProductChoice[] = [],
  fields: readonly NamedField[] = [],
): Completion | undefined {
  const found = completeSearch(text, caret, products, fields)
  if (!found) return undefined
  const typed = text.slice(found.from, caret)
  const term = /^[^:]*:/.exec(typed)?.[0]
  // Completing a name inside quotes replaces the closing quote too.
  const isQuoted = term !== undefined && typed[term.length] === '"'
  const to = isQuoted && text[found.to] === '"' ? found.to + 1 : found.to
  const options = found.options
    .filter((option) => option.text.toLowerCase() !== text.slice(found.from, to).toLowerCase())
    .map((option) => ({ ...option, kind: term === undefined ? ('name' as const) : ('value' as const) }))
  const person = term !== undefined && found.person?.trim() ? { term, name: found.person.trim() } : undefined
  const label = term !== undefined && found.label ? { term, name: found.label.begun } : undefined
  const part = term !== undefined && found.part ? { term, ...found.part } : undefined
  if (options.length === 0 && !person && !label && !part) return undefined
  return { from: found.from, to, options, ...(person && { person }), ...(label && { label }), ...(part && { part }) }
}

/**
 * Returns the text after an option was chosen, and the position of the caret. A value is followed by a space, a name is
 * not.
 */
export function completed(
  text: string,
  { from, to }: Pick<Completion, 'from' | 'to'>,
  option: CompletionOption,
): { text: string; caret: number } {
  const rest = text.slice(to)
  const gap = option.kind === 'name' || rest.startsWith(' ') || rest.startsWith(')') ? '' : ' '
  const before = text.slice(0, from) + option.text + gap
  const caret = before.length + (option.kind !== 'name' && rest.startsWith(' ') ? 1 : 0)
  return { text: before + rest, caret }
}
