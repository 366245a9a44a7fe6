import { type BugSort, type Classification, classifications } from '#shared/bugs/words.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import type { SearchNode, Span } from '#shared/search/search-query.ts'
import { queryParts, withoutSpans, withSpan } from './query-parts.ts'

/** What a text says about things that the filter panel has a control for; absent where it leaves them to the panel. */
export interface WordedControls {
  readonly closed?: 'open' | 'closed'
  readonly classification?: Classification
  readonly sort?: SortChoice
}

export interface SortChoice {
  readonly by: BugSort
  readonly inverted: boolean
}

type Worded = keyof WordedControls

/** Reads `is:`, `class:` and `sort:` where they hold for the whole search. */
export function controlsIn(text: string): WordedControls {
  const parsed = parseSearch(text)
  if (!parsed.ok) return {}
  const closed = termsOf(text, isOpenOrClosed)[0]?.value
  const className = termsOf(text, isClass)[0]?.value
  const classification = classifications.find((one) => one === className)
  return {
    ...((closed === 'open' || closed === 'closed') && { closed }),
    ...(classification && { classification }),
    ...(parsed.sort && { sort: parsed.sort }),
  }
}

/**
 * The text once a control that it speaks for was moved: the term says the new value, or goes where the control stands at
 * its default.
 */
export function withControl<Name extends Worded>(text: string, name: Name, value: WordedControls[Name]): string {
  const [first, ...others] = spansOf(text, name)
  if (!first) return text
  const term = termOf(name, value)
  // From the end, so that the places of what is still to be changed hold.
  const once = others.length > 0 ? cutFromEnd(text, others) : text
  return term === undefined ? withoutSpans(once, [first]) : withSpan(once, first, term)
}

/** Whether there is a word to rank by. */
export function hasWords(text: string): boolean {
  return queryParts(text).words !== ''
}

const sortNames: Readonly<Record<BugSort, string>> = {
  createdOn: 'created',
  title: 'title',
  description: 'description',
  stepsToReproduce: 'steps',
  relevance: 'relevance',
}

function termOf(name: Worded, value: WordedControls[Worded]): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string') return name === 'closed' ? `is:${value}` : `class:${value}`
  const { by, inverted } = value
  if (by === 'createdOn' && !inverted) return undefined
  const against = by === 'createdOn' || by === 'relevance' ? '-asc' : '-desc'
  return `sort:${sortNames[by]}${inverted ? against : ''}`
}

type TermNode = SearchNode & { readonly kind: 'term' }

const isOpenOrClosed = ({ name, value }: TermNode) => name === 'is' && value !== 'followed'
const isClass = ({ name }: TermNode) => name === 'class'

function spansOf(text: string, name: Worded): readonly Span[] {
  if (name === 'sort') return queryParts(text).sorts
  return termsOf(text, name === 'closed' ? isOpenOrClosed : isClass)
}

function termsOf(text: string, isMeant: (term: TermNode) => boolean): readonly TermNode[] {
  return queryParts(text).conditions.filter((part) => part.kind === 'term' && isMeant(part)) as TermNode[]
}

function cutFromEnd(text: string, spans: readonly Span[]): string {
  return spans.reduceRight((rest, { from, to }) => rest.slice(0, from).trimEnd() + rest.slice(to), text)
}
