import { type TermName, termNames } from './search-query.ts'
import { termNamed, terms } from './search-terms.ts'

export interface SearchCompletion {
  /** What an option replaces, in UTF-16 code units: `from` included, `to` not. */
  readonly from: number
  readonly to: number
  /** `text` takes the place of what is replaced; `label` says what it means. */
  readonly options: readonly { readonly text: string; readonly label: string }[]
  /** The part of a person's name that was typed, where the term takes a person; their names are options too. */
  readonly person?: string
}

const personTerms: ReadonlySet<TermName> = new Set(['assignee', 'author', 'commenter'])

/** What may be meant by the values that have no list, as examples. */
const examples: Partial<Record<TermName, readonly (readonly [value: string, label: string])[]>> = {
  created: [
    ['<7d', 'within the last 7 days'],
    ['>7d', 'more than 7 days ago'],
    ['<1m', 'within the last month'],
    ['>1y', 'more than a year ago'],
  ],
  closed: [
    ['<7d', 'within the last 7 days'],
    ['>7d', 'more than 7 days ago'],
    ['<1m', 'within the last month'],
  ],
}

/**
 * How the term at the caret may go on: names of terms, then their values. After white space, every name.
 * @returns undefined where only words can follow
 */
export function completeSearch(text: string, caret: number): SearchCompletion | undefined {
  const before = text.slice(0, caret)
  if (isQuoted(before)) return undefined
  const [, lead = '', typed = ''] = /(?:^|\s)(\(*-?\(*)((?:[a-z-]*:"[^"]*|[^\s"()]*))$/i.exec(before) ?? []
  if (lead === '' && typed === '' && !/(?:^|\s)$/.test(before)) return undefined
  const from = caret - typed.length
  const to = caret + (/^[^\s()"]*/.exec(text.slice(caret))?.[0].length ?? 0)
  const colon = typed.indexOf(':')
  const name = colon < 0 ? undefined : termNamed(typed.slice(0, colon))
  if (colon >= 0 && !name) return undefined
  const options = name ? valuesOf(name, typed.slice(colon + 1)) : namesLike(typed)
  const person = name && personTerms.has(name) ? typed.slice(colon + 1).replace(/^"/, '') : undefined
  if (options.length === 0 && person === undefined) return undefined
  return { from, to, options, ...(person !== undefined && !person.startsWith('@') && { person }) }
}

function namesLike(typed: string) {
  const start = typed.toLowerCase()
  return termNames
    .filter((name) => name.startsWith(start))
    .map((name) => ({ text: `${name}:`, label: terms[name].label }))
}

function valuesOf(name: TermName, typed: string) {
  const start = typed.toLowerCase().replace(/^"/, '')
  const known = examples[name] ?? terms[name].values.map((value) => [value, labelOf(name, value)] as const)
  return known
    .filter(([value]) => value.replace(/^"/, '').startsWith(start))
    .map(([value, label]) => ({ text: `${name}:${value}`, label }))
}

function labelOf(name: TermName, value: string): string {
  if (value === '@me') return 'you'
  if (value === 'none') return 'nobody'
  const plain = value.replaceAll('"', '')
  return name === 'is' && value === 'followed' ? 'followed by you' : plain
}

/** Whether the text ends inside a quotation that is no value of a term. */
function isQuoted(before: string): boolean {
  const open = /(?:^|[\s(-])"[^"]*$/.exec(before.replaceAll(/(?:^|[\s(-])(?:[a-z-]+:)?"[^"]*"/gi, ' '))
  return open !== null
}
