import { bugFields, type ChoiceValue, eachField, type FilterField, filterFields } from '#shared/bugs/fields.ts'
import { maxAgeDays, maxKeywordsLength } from '#shared/http/page.ts'
import { type BugSort, bugSorts } from '#shared/bugs/words.ts'
import { type CommonSearch, compact, oneOf, parseCommonSearch, toCommonQuery } from '#web/lib/lists/list-search.ts'

type FieldFilters = { readonly [N in FilterField]?: ChoiceValue<N> }

/** What the address of the bug list says. Whatever equals the default is absent. */
export interface ListSearch extends CommonSearch, FieldFilters {
  /** The saved view that was opened. Alone, or with a page, it stands for its search. */
  readonly view?: string
  readonly closed?: 'open' | 'closed'
  readonly sortBy?: Exclude<BugSort, 'createdOn'>
}

/** The part of a search that decides which bugs are found; the rest is order and place. */
export type FilterName = 'keywords' | FilterField | 'closed' | 'minAge' | 'maxAge'
const filterNames: readonly FilterName[] = ['keywords', ...filterFields, 'closed', 'minAge', 'maxAge']

/** Reads the address bar. Anything that can't be meant is left out: a mangled link still opens the list. */
export function parseListSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const sortBy = oneOf(search['sortBy'], bugSorts)
  return compact({
    view: viewIdIn(search['view']),
    ...parseCommonSearch(search, { keywords: maxKeywordsLength, age: maxAgeDays }),
    ...(eachField(filterFields, (name) => oneOf(search[name], bugFields[name].values)) as FieldFilters),
    closed: openOrClosed(search['closed']),
    sortBy: sortBy === 'createdOn' ? undefined : sortBy,
  })
}

/** The search as the query of GET /api/bug/list. */
export function toListQuery(search: ListSearch) {
  return compact({
    ...toCommonQuery(search),
    ...(eachField(filterFields, (name) => search[name]) as FieldFilters),
    closed: search.closed === undefined ? undefined : search.closed === 'closed' ? 'true' : 'false',
    sortBy: search.sortBy,
  } as const)
}

/** The names of the filters that narrow this search, in the order of the panel. */
export function activeFilters(search: ListSearch): readonly FilterName[] {
  return filterNames.filter((name) => search[name] !== undefined)
}

function viewIdIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,40}$/.test(value) ? value : undefined
}

function openOrClosed(value: unknown): 'open' | 'closed' | undefined {
  if (value === true || value === 'true' || value === 'closed') return 'closed'
  if (value === false || value === 'false' || value === 'open') return 'open'
  return undefined
}
