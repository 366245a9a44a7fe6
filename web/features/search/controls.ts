import {
  bugFields,
  type ChoiceValue,
  eachField,
  type FilterField,
  filterFields,
  type PartName,
  partNames,
} from '#shared/bugs/fields.ts'
import { isDescending, type ListSort, type PeopleFilter, peopleFilters } from '#shared/bugs/words.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import type { SearchNode, Span } from '#shared/search/search-query.ts'
import { choiceOfTerm, sortName, writtenChoice } from '#shared/search/search-terms.ts'
import { compact } from '#web/lib/lists/list-search.ts'
import { nameValue } from './people-query.ts'
import { queryParts, withoutSpans, withSpan } from './query-parts.ts'

type FieldControls = { readonly [N in FilterField]?: ChoiceValue<N> }

/** What a text says about things that the filter panel has a control for; absent where it leaves them to the panel. */
export interface WordedControls extends FieldControls, Readonly<Partial<Record<PeopleFilter | PartName, string>>> {
  readonly closed?: 'open' | 'closed'
  /** Its key. */
  readonly product?: string
  /** The name of a label, in lower case. */
  readonly label?: string
  readonly sort?: SortChoice
}

export interface SortChoice {
  readonly by: ListSort
  readonly inverted: boolean
}

type Worded = keyof WordedControls

/** Reads `is:`, `sort:` and the terms of the fields and people that are filtered by, where they hold for the whole search. */
export function controlsIn(text: string): WordedControls {
  const parsed = parseSearch(text)
  if (!parsed.ok) return {}
  const closed = termsOf(text, 'closed')[0]?.value
  const fields = eachField(filterFields, (name) => choiceOfTerm(name, termsOf(text, name)[0]?.value ?? ''))
  const people = { assignee: termsOf(text, 'assignee')[0]?.value, author: termsOf(text, 'author')[0]?.value }
  const product = termsOf(text, 'product')[0]?.value
  const label = termsOf(text, 'label')[0]?.value
  const parts = eachField(partNames, (name) => termsOf(text, name)[0]?.value)
  return {
    ...((closed === 'open' || closed === 'closed') && { closed }),
    ...(compact(fields) as FieldControls),
    ...compact({ ...people, ...parts, label, product }),
    ...(parsed.sort && { sort: parsed.sort }),
  }
}

/**
 * Returns the text after a control was changed: the term gets the new value, or is removed for the control's default.
 */
export function withControl<Name extends Worded>(text: string, name: Name, value: WordedControls[Name]): string {
  const [first, ...others] = name === 'sort' ? queryParts(text).sorts : termsOf(text, name)
  if (!first) return text
  const term = termOf(name, value)
  // From the end, so that the positions of the remaining changes stay valid.
  const once = others.length > 0 ? cutFromEnd(text, others) : text
  return term === undefined ? withoutSpans(once, [first]) : withSpan(once, first, term)
}

/** Returns whether there is a word to rank by. */
export function hasWords(text: string): boolean {
  return queryParts(text).words !== ''
}

function termOf(name: Worded, value: WordedControls[Worded]): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string') {
    const field = filterFields.find((one) => one === name)
    if (isPeople(name) || name === 'product') return `${name}:${value}`
    const part = partNames.find((one) => one === name)
    if (part) return value === '' ? undefined : `${bugFields[part].term}:${nameValue(value)}`
    if (name === 'label') return value === '' ? undefined : `label:${nameValue(value)}`
    return field ? `${bugFields[field].term}:${writtenChoice(value)}` : `is:${value}`
  }
  const { by, inverted } = value
  if (by === 'createdOn' && !inverted) return undefined
  const against = isDescending(by) ? '-asc' : '-desc'
  return `sort:${sortName(by)}${inverted ? against : ''}`
}

const isPeople = (name: Worded): name is PeopleFilter => peopleFilters.some((one) => one === name)

type TermNode = SearchNode & { readonly kind: 'term' }

/** The terms that speak for a control other than the order. */
function termsOf(text: string, control: Worded): readonly TermNode[] {
  const field = [...filterFields, ...partNames].find((one) => one === control)
  const isMeant = ({ name, value }: TermNode) => {
    if (isPeople(control) || control === 'product' || control === 'label') return name === control
    return field ? name === bugFields[field].term : name === 'is' && (value === 'open' || value === 'closed')
  }
  return queryParts(text).conditions.filter((part) => part.kind === 'term' && isMeant(part)) as TermNode[]
}

function cutFromEnd(text: string, spans: readonly Span[]): string {
  return spans.reduceRight((rest, { from, to }) => rest.slice(0, from).trimEnd() + rest.slice(to), text)
}
