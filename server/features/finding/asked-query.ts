import { AppError } from '#server/http/app-error.ts'
import { bugFields, filterFields, labelsNames, partNames } from '#shared/bugs/fields.ts'
import { type PeopleFilter, peopleFilters } from '#shared/bugs/words.ts'
import type { listBugs } from '#shared/bugs/contract.ts'
import type { QueryOf } from '#shared/http/endpoint.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import { bugKeyOf, readBugKey } from '#shared/products/words.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { plainChoice, terms } from '#shared/search/search-terms.ts'
import type { Filters } from './conditions.ts'
import type { NamedSearch } from './find.ts'
import type { AskedOrder } from './orders.ts'

/** What a list, or a view of one, asks for: keywords and filters as they are sent. */
export type AskedSearch = Omit<QueryOf<typeof listBugs>, 'pageNumber' | 'pageSize'>

/** The same as `find` takes it. */
interface BugSearch {
  /** Where the keywords are the key of a bug: that, and what is asked for beside them. */
  readonly named: NamedSearch | undefined
  readonly search: SearchNode | undefined
  readonly filters: Filters
  readonly order: AskedOrder
  /** Names before a colon that mean nothing, which were read as words. */
  readonly unknownTerms: readonly string[]
}

/**
 * Reads what is asked for.
 * @param field where the keywords stand
 * @throws AppError invalid-input for keywords that can't be meant
 */
export function searchOf(asked: AskedSearch, field = 'keywords'): BugSearch {
  const parsed = parseSearch(asked.keywords ?? '')
  if (!parsed.ok) throw new AppError('invalid-input', parsed.mistake.message, { field })
  const { classification, minAge, maxAge } = asked
  const bugIds = asked.ids?.split(',')
  const key = readBugKey((asked.keywords ?? '').trim().replace(/^#/, ''))
  return {
    named: key && { key: bugKeyOf(key.productKey, key.number), search: withFilters(undefined, asked) },
    search: withFilters(parsed.root, asked),
    filters: { bugIds, isClosed: isClosedOf(asked.closed), classification, minAge, maxAge },
    // What the keywords say of the order wins.
    order: parsed.sort ?? { by: asked.sortBy ?? 'createdOn', inverted: asked.sortByInvert ?? false },
    unknownTerms: parsed.unknownTerms,
  }
}

/** A search with the panel's filters as the terms that say the same, but for those whose plans are kept. */
function withFilters(root: SearchNode | undefined, asked: AskedSearch): SearchNode | undefined {
  const fields = filterFields.flatMap((name): SearchNode[] => {
    const value = name === 'classification' ? undefined : asked[name]
    if (value === undefined) return []
    return [{ kind: 'term', name: bugFields[name].term, value: plainChoice(value), from: 0, to: 0 }]
  })
  const people = peopleFilters.flatMap((name: PeopleFilter): SearchNode[] => {
    const value = asked[name]
    return value === undefined ? [] : [{ kind: 'term', name, value, from: 0, to: 0 }]
  })
  const product = asked.product?.toUpperCase()
  const products: SearchNode[] =
    product === undefined ? [] : [{ kind: 'term', name: 'product', value: product, from: 0, to: 0 }]
  const labels = labelsNames.flatMap((field): SearchNode[] => {
    const name = bugFields[field].term
    const value = asked[name]
    return value === undefined ? [] : [{ kind: 'term', name, value: value.trim(), from: 0, to: 0 }]
  })
  const named = partNames.flatMap((field): SearchNode[] => {
    const { term } = bugFields[field]
    const value = asked[field] === undefined ? undefined : terms[term].read(asked[field])
    return value === undefined ? [] : [{ kind: 'term', name: term, value, from: 0, to: 0 }]
  })
  // Terms alone, as the contract has it.
  const custom = parseSearch(asked.fields ?? '')
  const asTerms = partsOf(custom.ok ? custom.root : undefined)
  const added = [...fields, ...people, ...labels, ...named, ...products, ...asTerms]
  if (added.length === 0) return root
  const parts = [...partsOf(root), ...added]
  return { kind: 'and', parts, from: 0, to: 0 }
}

const partsOf = (root: SearchNode | undefined): readonly SearchNode[] =>
  root === undefined ? [] : root.kind === 'and' ? root.parts : [root]

/** What the panel says of open and closed; undefined for both. */
function isClosedOf(filter: AskedSearch['closed']): boolean | undefined {
  if (filter === 'true' || filter === 'closed') return true
  if (filter === 'false' || filter === 'open') return false
  return undefined
}
