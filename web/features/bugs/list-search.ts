import { isFieldTerm } from '#shared/custom-fields/field-name.ts'
import {
  bugFields,
  type ChoiceValue,
  eachField,
  type FilterField,
  filterFields,
  type PartName,
  partNames,
} from '#shared/bugs/fields.ts'
import { maxAgeDays, maxKeywordsLength } from '#shared/http/page.ts'
import { maxPartName } from '#shared/parts/part.ts'
import { maxLabelName } from '#shared/labels/label.ts'
import { bugSorts, type ListSort, type PeopleFilter, peopleFilters } from '#shared/bugs/words.ts'
import { isProductKey } from '#shared/products/words.ts'
import { fieldTermsPattern } from '#shared/search/field-term.ts'
import {
  type CommonSearch,
  compact,
  oneOf,
  parseCommonSearch,
  textIn,
  toCommonQuery,
} from '#web/lib/lists/list-search.ts'

type FieldFilters = { readonly [N in FilterField]?: ChoiceValue<N> }

/** Ids of people, `@me`, or `none` for nobody. */
type PeopleFilters = Readonly<Partial<Record<PeopleFilter, string>>>

/** Names of components and versions, or `none`. */
type PartFilters = Readonly<Partial<Record<PartName, string>>>

/** What the address of the bug list says. Whatever equals the default is absent. */
export interface ListSearch extends CommonSearch, FieldFilters, PeopleFilters, PartFilters {
  /** The name of a label. */
  readonly label?: string
  /** Terms of custom fields. */
  readonly fields?: string
  /** The saved view that was opened. Alone, or with a page, it stands for its search. */
  readonly view?: string
  readonly closed?: 'open' | 'closed'
  /** The key of the product that is shown. */
  readonly product?: string
  readonly sortBy?: Exclude<ListSort, 'createdOn'>
}

/** The part of a search that decides which bugs are found; the rest is order and place. */
export type FilterName =
  'keywords' | 'product' | FilterField | 'label' | PartName | PeopleFilter | 'fields' | 'closed' | 'minAge' | 'maxAge'
const filterNames: readonly FilterName[] = [
  'keywords',
  'product',
  ...filterFields,
  'label',
  ...partNames,
  ...peopleFilters,
  'fields',
  'closed',
  'minAge',
  'maxAge',
]

/** Reads the address bar. Anything that can't be meant is left out: a mangled link still opens the list. */
export function parseListSearch(search: Readonly<Record<string, unknown>>): ListSearch {
  const { sortBy: asked } = search
  const sortBy = typeof asked === 'string' && isFieldTerm(asked) ? asked : oneOf(asked, bugSorts)
  return compact({
    view: viewIdIn(search['view']),
    ...parseCommonSearch(search, { keywords: maxKeywordsLength, age: maxAgeDays }),
    ...(eachField(filterFields, (name) => oneOf(search[name], bugFields[name].values)) as FieldFilters),
    assignee: personIn(search['assignee'], /^(@me|none|[0-9a-f]{24})$/),
    author: personIn(search['author'], /^(@me|[0-9a-f]{24})$/),
    product: productIn(search['product']),
    label: textIn(search['label'], maxLabelName),
    fields: fieldTermsIn(search['fields']),
    ...(eachField(partNames, (name) => textIn(search[name], maxPartName)) as PartFilters),
    closed: openOrClosed(search['closed']),
    sortBy: sortBy === 'createdOn' ? undefined : sortBy,
  })
}

/** The search as the query of GET /api/bug/list. */
export function toListQuery(search: ListSearch) {
  return compact({
    ...toCommonQuery(search),
    ...(eachField(filterFields, (name) => search[name]) as FieldFilters),
    assignee: search.assignee,
    author: search.author,
    product: search.product,
    label: search.label,
    fields: search.fields,
    ...(eachField(partNames, (name) => search[name]) as PartFilters),
    closed: search.closed === undefined ? undefined : search.closed === 'closed' ? 'true' : 'false',
    sortBy: search.sortBy,
  } as const)
}

/** The names of the filters that narrow this search, in the order of the panel. */
export function activeFilters(search: ListSearch): readonly FilterName[] {
  return filterNames.filter((name) => search[name] !== undefined)
}

function personIn(value: unknown, known: RegExp): string | undefined {
  return typeof value === 'string' && known.test(value) ? value : undefined
}

function productIn(value: unknown): string | undefined {
  return typeof value === 'string' && isProductKey(value) ? value.toUpperCase() : undefined
}

function fieldTermsIn(value: unknown): string | undefined {
  const text = textIn(value, maxKeywordsLength)
  return text !== undefined && fieldTermsPattern.test(text) ? text : undefined
}

function viewIdIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,40}$/.test(value) ? value : undefined
}

function openOrClosed(value: unknown): 'open' | 'closed' | undefined {
  if (value === true || value === 'true' || value === 'closed') return 'closed'
  if (value === false || value === 'false' || value === 'open') return 'open'
  return undefined
}
