import { isFieldTerm } from '#shared/custom-fields/field-name.ts'
import {
  bugFields,
  type ChoiceName,
  choiceNames,
  type ChoiceTerm,
  flagNames,
  labelsNames,
  partNames,
  sortFields,
} from '#shared/bugs/fields.ts'
import { type BugSort, isDescending, type ListSort } from '#shared/bugs/words.ts'
import { noPart } from '#shared/parts/part.ts'
import { bugKeyOf, isProductKey, readBugKey } from '#shared/products/words.ts'
import { readFieldAsked } from './field-term.ts'
import { readDateRange } from './date-range.ts'
import { type LabelsTerm, type PartTerm, type TermName, termNames } from './search-query.ts'
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
  updated: 'updatedOn',
  affected: 'affectedCount',
  waiting: 'waitingSince',
  relevance: 'relevance',
}

/** The name that `sort:` gives a sort. */
export const sortName = (sort: ListSort): string => Object.keys(sorts).find((name) => sorts[name] === sort) ?? sort

const oneOf =
  (...values: readonly string[]) =>
  (value: string) =>
    values.find((known) => known === value.toLowerCase())

const dates = {
  values: [] as string[],
  read: (value: string) => (readDateRange(value.toLowerCase(), new Date()) ? value.toLowerCase() : undefined),
}
const dateHint = 'takes an age such as >7d, <2w or <=1y, a day such as 2026-01-31, or days from..to'

function person(value: string): string | undefined {
  if (value.toLowerCase() === '@me') return '@me'
  return wordsOf(value).length > 0 ? value : undefined
}

const bugNames = {
  values: [] as string[],
  read: (value: string) => {
    const key = readBugKey(value)
    if (key) return bugKeyOf(key.productKey, key.number)
    return /^([0-9a-f]{8}|[0-9a-f]{24})$/i.test(value) ? value.toLowerCase() : undefined
  },
  hint: 'takes the key of a bug such as BUG-12, its id, or the last 8 characters of that',
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

const labelsTermsRead = Object.fromEntries(
  labelsNames.map((name) => [
    bugFields[name].term,
    {
      values: [],
      label: 'a label',
      read: (value: string) => value.trim() || undefined,
      hint: 'takes the name of a label',
    },
  ]),
) as unknown as Readonly<Record<LabelsTerm, Term>>

const partTermsRead = Object.fromEntries(
  partNames.map((name) => {
    const what = bugFields[name].of === 'components' ? 'component' : 'version'
    return [
      bugFields[name].term,
      {
        values: [noPart],
        label: bugFields[name].asks,
        read: (value: string) => (value.toLowerCase() === noPart ? noPart : value.trim() || undefined),
        hint: `takes the name of a ${what}, or none`,
      },
    ]
  }),
) as unknown as Readonly<Record<PartTerm, Term>>

/** Returns a name as people write it behind a term. */
export function writtenName(name: string): string {
  return /[\s()"]/.test(name) ? `"${name.replaceAll('"', '')}"` : name
}

const flagTerms = flagNames.map((name) => bugFields[name].isTerm)
const isValues: readonly string[] = ['open', 'closed', 'blocked', 'followed', 'snoozed', 'unanswered', ...flagTerms]

export const terms: Readonly<Record<TermName, Term>> = {
  ...choiceTerms,
  ...labelsTermsRead,
  ...partTermsRead,
  is: {
    values: isValues,
    label: `open, closed, blocked, unanswered, followed or snoozed by you, or ${flagTerms.join(' or ')}`,
    read: oneOf(...isValues),
    hint: `can be ${isValues.slice(0, -1).join(', ')} or ${isValues.at(-1)}`,
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
  created: { ...dates, label: 'when it was reported', hint: dateHint },
  updated: { ...dates, label: 'when it was last changed or commented on', hint: dateHint },
  closed: { ...dates, label: 'when it was closed', hint: dateHint },
  'duplicate-of': { ...bugNames, label: 'the original’s key or id' },
  blocks: { ...bugNames, label: 'the key or id of a bug that it blocks' },
  'blocked-by': { ...bugNames, label: 'the key or id of a bug that blocks it' },
  parent: { ...bugNames, label: 'the parent’s key or id' },
  has: {
    values: ['attachment', 'label', 'parent'],
    label: 'with a file, a label, or a parent',
    read: oneOf('attachment', 'label', 'parent'),
    hint: 'can be attachment, label or parent',
  },
  product: {
    values: [],
    label: 'the product',
    read: (value) => (isProductKey(value) ? value.toUpperCase() : undefined),
    hint: 'takes the key of a product, such as product:BUG',
  },
  field: {
    values: [],
    label: 'a custom field of a product',
    read: readFieldAsked,
    hint: 'names a custom field, and what is asked of it: field.browser:Firefox, field.cost:>10, field.due:2026-01-01..2026-01-31',
  },
  sort: {
    values: Object.keys(sorts),
    label: 'the order',
    read: (value) => (sortOf(value) ? value.toLowerCase() : undefined),
    hint: `can be ${Object.keys(sorts).join(', ')}, or a custom field such as field.browser, with -asc or -desc`,
  },
}

/** `sort:`’s value as the list says it. `inverted`: against the sort’s usual direction. */
export function sortOf(value: string): { by: ListSort; inverted: boolean } | undefined {
  const [, name = '', direction] = /^(field\.[a-z0-9-]+?|[a-z]+?)(?:-(asc|desc))?$/.exec(value.toLowerCase()) ?? []
  const by = isFieldTerm(name) ? name : Object.hasOwn(sorts, name) ? sorts[name] : undefined
  if (!by) return undefined
  return { by, inverted: direction !== undefined && (direction === 'desc') !== isDescending(by) }
}

export function termNamed(text: string): TermName | undefined {
  const name = text.toLowerCase()
  return termNames.find((known) => known === name)
}
