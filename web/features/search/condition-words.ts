import { bugFields, fieldOfTerm } from '#shared/bugs/fields.ts'
import { fieldOfPart, isPartTerm, type SearchNode } from '#shared/search/search-query.ts'
import { choiceOfTerm } from '#shared/search/search-terms.ts'

type Term = SearchNode & { readonly kind: 'term' }

/** Returns one condition of a search in words; `text` is the whole search. */
export function conditionWords(node: SearchNode, text: string): string {
  const source = text.slice(node.from, node.to)
  if (node.kind === 'term') return termWords(node, source)
  if (node.kind !== 'not') return source
  const { of } = node
  return of.kind === 'term'
    ? (opposites[`${of.name}:${of.value}`] ?? `Not: ${termWords(of, source)}`)
    : `Without: ${text.slice(node.from + 1, node.to)}`
}

/** Words for negated conditions. */
const opposites: Readonly<Record<string, string>> = {
  'is:open': 'Closed only',
  'is:closed': 'Open only',
  'is:blocked': 'Not blocked',
  'is:followed': 'Not followed by me',
  'is:snoozed': 'Not snoozed by me',
  'assignee:none': 'Assigned to somebody',
  'has:attachment': 'Without an attachment',
  'has:label': 'Without a label',
  'has:parent': 'Without a parent',
}

function termWords({ name, value }: Term, source: string): string {
  switch (name) {
    case 'is':
      return stateWords[value] ?? value
    case 'assignee':
      return value === 'none' ? 'Unassigned' : `Assigned to ${personWords(value)}`
    case 'author':
      return `Reported by ${personWords(value)}`
    case 'commenter':
      return `Commented on by ${personWords(value)}`
    case 'created':
    case 'updated':
    case 'closed':
      return `${timeWords[name]} ${timeRangeWords(value)}`
    case 'duplicate-of':
      return `Duplicates of ${value}`
    case 'blocks':
      return `Blocks ${value}`
    case 'blocked-by':
      return `Blocked by ${value}`
    case 'parent':
      return `Children of ${value}`
    case 'has':
      return hasWords[value] ?? value
    case 'label':
      return `Label: ${value}`
    case 'product':
      return `Product: ${value}`
    case 'field':
      return value.replace(':', ': ')
    case 'sort':
      return source
    default: {
      if (isPartTerm(name)) return `${bugFields[fieldOfPart[name]].label}: ${value}`
      const field = fieldOfTerm[name]
      return `${bugFields[field].label}: ${choiceOfTerm(field, value) ?? value}`
    }
  }
}

const hasWords: Readonly<Record<string, string>> = {
  attachment: 'With an attachment',
  label: 'With a label',
  parent: 'With a parent',
}
const stateWords: Readonly<Record<string, string>> = {
  open: 'Open only',
  closed: 'Closed only',
  blocked: 'Blocked',
  followed: 'Followed by me',
  snoozed: 'Snoozed by me',
}
const timeWords = { created: 'Created', updated: 'Updated', closed: 'Closed' } as const

const personWords = (value: string) => (value === '@me' ? 'me' : value)

const units = { d: 'day', w: 'week', m: 'month', y: 'year' } as const
const ages: Readonly<Record<string, string>> = {
  '>': 'more than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
}
const days: Readonly<Record<string, string>> = { '>': 'after', '>=': 'from', '<': 'before', '<=': 'until' }

/** Returns `>7d` as ‘more than 7 days ago’; days stay as typed. */
function timeRangeWords(value: string): string {
  const [, sign = '', count = '', unit] = /^([<>]=?)(\d+)([dwmy])$/.exec(value) ?? []
  if (unit) {
    const word = units[unit as keyof typeof units]
    return `${ages[sign]} ${Number(count)} ${Number(count) === 1 ? word : `${word}s`} ago`
  }
  const [first, last] = value.split('..')
  if (last !== undefined) return [first && `from ${first}`, last && `until ${last}`].filter(Boolean).join(' ')
  const [, before = '', day = value] = /^([<>]=?)?(.*)$/.exec(value) ?? []
  return `${days[before] ?? 'on'} ${day}`
}
