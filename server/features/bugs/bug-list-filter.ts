import {
  type AgeSearch,
  indexedPart,
  type OpenSearch,
  searchSource,
  Values,
  type WordSearch,
} from '#server/features/search/public.ts'
import type { listBugs as endpoint } from '#shared/bugs/contract.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import type { ListFacts } from './order-blocks.ts'

type Query = QueryOf<typeof endpoint>

/** What a list without words is narrowed to. */
export interface Filter {
  /** Conditions on `b`, all of which must hold. */
  readonly conditions: readonly string[]
  readonly values: readonly unknown[]
  /** The total can be read from `bug_counts`. */
  readonly isCounted: boolean
  /** Names this combination of filters; empty where a plan for other values may not fit. */
  readonly name: string
}

/** Conditions on `b` of the filter panel: `bugs` and `bug_search` both have these columns. */
export function panelConditions(query: Query, now: Date, values: Values): { name: string; condition: string }[] {
  const closed = closedValue(query.closed)
  const moment = (days: number) => new Date(now.getTime() - days * day)
  const found: { name: string; condition: string }[] = []
  const add = (name: string, condition: string, value: unknown) =>
    found.push({ name, condition: `${condition} ${values.add(value)}` })
  if (closed !== undefined) add('closed', 'b.is_closed =', closed)
  if (query.classification) add('class', 'b.classification =', query.classification)
  // An age in whole days, rolling back from now in steps of 24 hours.
  if (query.minAge !== undefined) add('min', 'b.created_on <=', moment(query.minAge))
  if (query.maxAge !== undefined) add('max', 'b.created_on >=', moment(query.maxAge))
  return found
}

/** The panel's filters and the terms of a search that has no words. */
export function filterOf(query: Query, search: OpenSearch | undefined, now: Date): Filter {
  const values = new Values()
  const panel = panelConditions(query, now, values)
  const parts = search && search.leaves.size === 0 ? search.parts : []
  const isPlain = parts.every(isCounted)
  const name = ['all', ...panel.map((one) => one.name), ...parts.map(nameOf)].join('-')
  const searched = search && parts.length > 0 ? searchSource(search, search.context, values).conditions : []
  // As the panel writes them: by the name of its statement a plan is kept for one text.
  const terms = isPlain ? searched.map((condition) => condition.slice(1, -1)) : searched
  // A term beside the panel's filters would be as many plans again.
  const isKept = isPlain && (parts.length === 0 || (parts.length === 1 && panel.length === 0)) && !hasAge(query)
  return {
    conditions: [...panel.map(({ condition }) => condition), ...terms],
    values: values.list,
    isCounted: isPlain && !hasAge(query),
    name: isKept ? name : '',
  }
}

/** An age filter, cut where a day begins. */
export interface AgedTotal {
  /** The whole days: the same search until the next day, so that it is remembered. */
  readonly days: AgeSearch
  /** What counts the rest, of two days at most. */
  readonly edges: Filter
}

/** How a page of bugs of some age is found together with what their total takes. */
export interface AgedPage {
  /** Conditions on `b`, all of which must hold. */
  readonly conditions: readonly string[]
  /** Beside the total of the whole days: conditions on `b` of each day that is cut. */
  readonly edges: readonly (readonly string[])[]
  readonly values: Values
  /** Names the combination of filters. */
  readonly name: string
}

/** @param days those of `agedTotal`, for the same moment */
export function agedPage(query: Query, { from, before }: AgeSearch, now: Date): AgedPage {
  const values = new Values()
  const panel = panelConditions(query, now, values)
  const conditionOf = (name: string) => panel.find((one) => one.name === name)?.condition
  const [youngest, oldest] = [conditionOf('min'), conditionOf('max')]
  const facts = panel.filter(({ condition }) => condition !== youngest && condition !== oldest)
  const edges = [
    ...(oldest ? [[oldest, `b.created_on < ${values.add(from)}`]] : []),
    ...(youngest ? [[`b.created_on >= ${values.add(before)}`, youngest]] : []),
  ]
  return {
    conditions: panel.map(({ condition }) => condition),
    edges: edges.map((edge) => [...facts.map(({ condition }) => condition), ...edge]),
    values,
    name: panel.map((one) => one.name).join('-'),
  }
}

/** How to count bugs of some age. @returns undefined without ages, and where more is asked for that is not kept */
export function agedTotal(query: Query, search: OpenSearch | undefined, now: Date): AgedTotal | undefined {
  if (!hasAge(query) || search) return undefined
  const oldest = query.maxAge === undefined ? undefined : new Date(now.getTime() - query.maxAge * day)
  const youngest = query.minAge === undefined ? undefined : new Date(now.getTime() - query.minAge * day)
  const from = oldest && new Date(Math.ceil(oldest.getTime() / day) * day)
  const before = youngest && new Date(Math.floor(youngest.getTime() / day) * day)
  // Without a whole day between them there is little to count.
  if (from && before && from >= before) return undefined
  const values = new Values()
  const isClosed = closedValue(query.closed)
  const facts = [
    ...(isClosed === undefined ? [] : [`b.is_closed = ${values.add(isClosed)}`]),
    ...(query.classification ? [`b.classification = ${values.add(query.classification)}`] : []),
  ]
  const edges = [
    ...(oldest ? [`b.created_on >= ${values.add(oldest)} and b.created_on < ${values.add(from)}`] : []),
    ...(youngest ? [`b.created_on >= ${values.add(before)} and b.created_on <= ${values.add(youngest)}`] : []),
  ]
  return {
    days: {
      from: from ?? null,
      before: before ?? null,
      isClosed: isClosed ?? null,
      classification: query.classification ?? null,
    },
    edges: {
      conditions: [...facts, `(${edges.join(' or ')})`],
      values: values.list,
      isCounted: false,
      // Two edges are planned for where they are.
      name:
        edges.length > 1 ? '' : ['edge', oldest ? 'max' : 'min', ...facts.map((fact) => fact.slice(2, 7))].join('-'),
    },
  }
}

const day = 86_400_000

/**
 * The search that totals are remembered by.
 * @returns undefined where more is asked for than words, open or closed, and a classification
 */
export function wordSearchOf(query: Query, search: OpenSearch): WordSearch | undefined {
  const indexed = indexedPart(search)
  const facts = indexed && !search.chat ? factsOf(query, indexed.rest) : undefined
  return facts && { query: indexed?.query ?? '', ...facts }
}

/**
 * What a list is narrowed to.
 * @param parts what is searched beside words
 * @returns undefined where more is asked for than open or closed, and a classification
 */
export function factsOf(query: Query, parts: readonly SearchNode[]): ListFacts | undefined {
  if (hasAge(query) || !parts.every(isCounted)) return undefined
  const [closed, classes] = [new Set<boolean>(), new Set<string>()]
  const ofPanel = closedValue(query.closed)
  if (ofPanel !== undefined) closed.add(ofPanel)
  if (query.classification) classes.add(query.classification)
  for (const part of parts) {
    if (part.kind !== 'term') continue
    if (part.name === 'class') classes.add(part.value)
    else closed.add(part.value === 'closed')
  }
  // Nothing is both; that is found out elsewhere.
  if (closed.size > 1 || classes.size > 1) return undefined
  return { isClosed: [...closed][0] ?? null, classification: [...classes][0] ?? null }
}

/** `is:open`, `is:closed` and `class:` are what totals are kept by. */
function isCounted(part: SearchNode): boolean {
  return part.kind === 'term' && (part.name === 'class' || (part.name === 'is' && part.value !== 'followed'))
}

const hasAge = ({ minAge, maxAge }: Query): boolean => minAge !== undefined || maxAge !== undefined

const nameOf = (part: SearchNode) => (part.kind === 'term' && part.name === 'class' ? 'class' : 'closed')

/** What the panel says of open and closed; undefined for both. */
export function closedValue(filter: Query['closed']): boolean | undefined {
  if (filter === 'true' || filter === 'closed') return true
  if (filter === 'false' || filter === 'open') return false
  return undefined
}
