import { bugFields, type ChoiceName, choiceNames, type ChoiceTerm, sortFields } from '#shared/bugs/fields.ts'
import { type BugSort, isDescending } from '#shared/bugs/words.ts'
import { readMoments } from './search-moments.ts'
import { type TermName, termNames } from './search-query.ts'
import { wordsOf } from './words.ts'

/** What a term knows: how its value is spelled in a `SearchNode`, or a sentence on what it can be. */
interface Term {
  /** Its values as people write them, where there are only so many. */
  readonly values: readonly string[]
  /** What it narrows to, in a few words. */
  readonly label: string
  /** @param value as written @returns as it stands in a node; undefined when it can't be meant */
  readonly read: (value: string) => string | undefined
  readonly hint: string
}

/** The sorts by the names that `sort:` gives them. */
const sorts: Readonly<Record<string, BugSort>> = {
  created: 'createdOn',
  ...Object.fromEntries(sortFields.map((name) => [bugFields[name].sort.name, name])),
  relevance: 'relevance',
}

/** The name that `sort:` gives a sort. */
export const sortName = (sort: BugSort): string => Object.keys(sorts).find((name) => sorts[name] === sort) ?? sort

const oneOf =
  (...values: readonly string[]) =>
  (value: string) =>
    values.find((known) => known === value.toLowerCase())

const moments = {
  values: [] as string[],
  read: (value: string) => (readMoments(value.toLowerCase(), new Date()) ? value.toLowerCase() : undefined),
}
const momentHint = 'takes an age such as >7d, <2w or <=1y, a day such as 2026-01-31, or days from..to'

function person(value: string): string | undefined {
  if (value.toLowerCase() === '@me') return '@me'
  return wordsOf(value).length > 0 ? value : undefined
}

const people = { values: ['@me'], read: person }

/** A value of a choice as a node holds it: in lower case, with one space for spaces and hyphens. */
export const plainChoice = (value: string) => value.toLowerCase().replaceAll(/[-\s]+/g, ' ')

/** Returns a value of a choice as people write it behind its term. */
export function writtenChoice(value: string): string {
  const plain = plainChoice(value)
  return plain.includes(' ') ? `"${plain}"` : plain
}

/** The term that asks for a value of a choice. */
function choiceTerm(name: ChoiceName): Term {
  const { label, values } = bugFields[name]
  const known = values.map(plainChoice)
  const written = values.map(writtenChoice)
  return {
    values: written,
    label: `the ${label.toLowerCase()}`,
    read: (value) => known.find((one) => one === plainChoice(value)),
    hint: `can be ${written.slice(0, -1).join(', ')} or ${written.at(-1)}`,
  }
}

/** Returns the value of a field that a node's value stands for. */
export function choiceOfTerm(name: ChoiceName, value: string): string | undefined {
  return bugFields[name].values.find((known) => plainChoice(known) === value)
}

const choiceTerms = Object.fromEntries(choiceNames.map((name) => [bugFields[name].term, choiceTerm(name)])) as Readonly<
  Record<ChoiceTerm, Term>
>

export const terms: Readonly<Record<TermName, Term>> = {
  ...choiceTerms,
  is: {
    values: ['open', 'closed', 'followed'],
    label: 'open, closed or followed by you',
    read: oneOf('open', 'closed', 'followed'),
    hint: 'can be open, closed or followed',
  },
  assignee: {
    values: ['@me', 'none'],
    label: 'who works on it',
    // The list says 'nobody', so people write it.
    read: (value) => (['none', 'nobody'].includes(value.toLowerCase()) ? 'none' : person(value)),
    hint: 'takes @me, none, or a name',
  },
  author: { ...people, label: 'who reported it', hint: 'takes @me or a name' },
  commenter: { ...people, label: 'who commented', hint: 'takes @me or a name' },
  created: { ...moments, label: 'when it was reported', hint: momentHint },
  closed: { ...moments, label: 'when it was closed', hint: momentHint },
  'duplicate-of': {
    values: [],
    label: 'the original’s id',
    read: (value) => (/^([0-9a-f]{8}|[0-9a-f]{24})$/i.test(value) ? value.toLowerCase() : undefined),
    hint: 'takes the id of a bug, or its last 8 characters',
  },
  has: { values: ['attachment'], label: 'with a file', read: oneOf('attachment'), hint: 'can be attachment' },
  sort: {
    values: Object.keys(sorts),
    label: 'the order',
    read: (value) => (sortOf(value) ? value.toLowerCase() : undefined),
    hint: `can be ${Object.keys(sorts).slice(0, -1).join(', ')} or ${Object.keys(sorts).at(-1)}, with -asc or -desc`,
  },
}

/** `sort:`’s value as the list says it. `inverted`: against the sort’s usual direction. */
export function sortOf(value: string): { by: BugSort; inverted: boolean } | undefined {
  const [, name = '', direction] = /^([a-z]+?)(?:-(asc|desc))?$/.exec(value.toLowerCase()) ?? []
  const by = Object.hasOwn(sorts, name) ? sorts[name] : undefined
  if (!by) return undefined
  return { by, inverted: direction !== undefined && (direction === 'desc') !== isDescending(by) }
}

export function termNamed(text: string): TermName | undefined {
  const name = text.toLowerCase()
  return termNames.find((known) => known === name)
}
