import { bugFields, fieldOfTerm } from '#shared/bugs/fields.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
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
  'is:followed': 'Not followed by me',
  'assignee:none': 'Assigned to somebody',
  'has:attachment': 'Without an attachment',
}

function termWords({ name, value }: Term, source: string): string {
  switch (name) {
    case 'is':
      return value === 'followed' ? 'Followed by me' : value === 'open' ? 'Open only' : 'Closed only'
    case 'assignee':
      return value === 'none' ? 'Unassigned' : `Assigned to ${personWords(value)}`
    case 'author':
      return `Reported by ${personWords(value)}`
    case 'commenter':
      return `Commented on by ${personWords(value)}`
    case 'created':
    case 'closed':
      return `${name === 'created' ? 'Created' : 'Closed'} ${timeRangeWords(value)}`
    case 'duplicate-of':
      return `Duplicates of ${value}`
    case 'has':
      return 'With an attachment'
    case 'sort':
      return source
    default: {
      const field = fieldOfTerm[name]
      return `${bugFields[field].label}: ${choiceOfTerm(field, value) ?? value}`
    }
  }
}

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
