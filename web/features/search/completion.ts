import { completeSearch } from '#shared/search/complete-search.ts'

/** One way for the text at the caret to go on. */
export interface CompletionOption {
  readonly text: string
  readonly label: string
  readonly kind: 'name' | 'value' | 'person'
}

/** What the text at the caret may go on with, before anybody's name is looked up. */
export interface Completion {
  /** What an option replaces, in UTF-16 code units: `from` included, `to` not. */
  readonly from: number
  readonly to: number
  readonly options: readonly CompletionOption[]
  /** Of a term that takes a person: the term with its colon, and the part of the name that is there. */
  readonly person?: { readonly term: string; readonly name: string }
}

/** How the text may go on at the caret; undefined where only words can follow, or nothing is to be added. */
export function completionAt(text: string, caret: number): Completion | undefined {
  const found = completeSearch(text, caret)
  if (!found) return undefined
  const typed = text.slice(found.from, caret)
  const term = /^[^:]*:/.exec(typed)?.[0]
  // A name that is being completed inside its quotes takes their end along.
  const isQuoted = term !== undefined && typed[term.length] === '"'
  const to = isQuoted && text[found.to] === '"' ? found.to + 1 : found.to
  const options = found.options
    .filter((option) => option.text.toLowerCase() !== text.slice(found.from, to).toLowerCase())
    .map((option) => ({ ...option, kind: term === undefined ? ('name' as const) : ('value' as const) }))
  const person = term !== undefined && found.person?.trim() ? { term, name: found.person.trim() } : undefined
  if (options.length === 0 && !person) return undefined
  return { from: found.from, to, options, ...(person && { person }) }
}

/** The text once an option was chosen, and where the caret stands then. A value is followed by a space, a name is not. */
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
