import { type OpenSearch, searchSource, Values } from '#server/features/search/public.ts'
import type { listBugs as endpoint } from '#shared/bugs/contract.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import type { SearchNode } from '#shared/search/search-query.ts'

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
  const day = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const found: { name: string; condition: string }[] = []
  const add = (name: string, condition: string, value: unknown) =>
    found.push({ name, condition: `${condition} ${values.add(value)}` })
  if (closed !== undefined) add('closed', 'b.is_closed =', closed)
  if (query.classification) add('class', 'b.classification =', query.classification)
  // An age in whole days, rolling back from now in steps of 24 hours.
  if (query.minAge !== undefined) add('min', 'b.created_on <=', day(query.minAge))
  if (query.maxAge !== undefined) add('max', 'b.created_on >=', day(query.maxAge))
  return found
}

/** The panel's filters and the terms of a search that has no words. */
export function filterOf(query: Query, search: OpenSearch | undefined, now: Date): Filter {
  const values = new Values()
  const panel = panelConditions(query, now, values)
  const parts = search && search.leaves.size === 0 ? search.parts : []
  const isPlain = parts.every(isCounted)
  const terms = search && parts.length > 0 ? searchSource(search, search.context, values).conditions : []
  return {
    conditions: [...panel.map(({ condition }) => condition), ...terms],
    values: values.list,
    isCounted: isPlain && query.minAge === undefined && query.maxAge === undefined,
    name: isPlain ? ['all', ...panel.map(({ name }) => name), ...parts.map(nameOf)].join('-') : '',
  }
}

/** `is:open`, `is:closed` and `class:` are what totals are kept by. */
function isCounted(part: SearchNode): boolean {
  return part.kind === 'term' && (part.name === 'class' || (part.name === 'is' && part.value !== 'followed'))
}

const nameOf = (part: SearchNode) => (part.kind === 'term' && part.name === 'class' ? 'class' : 'closed')

function closedValue(filter: Query['closed']): boolean | undefined {
  if (filter === 'true' || filter === 'closed') return true
  if (filter === 'false' || filter === 'open') return false
  return undefined
}
