import { maxAgeDays, maxKeywordsLength } from '#shared/bugs/contract.ts'
import { type BugSort, bugSorts, type Classification, classifications } from '#shared/bugs/words.ts'
import { defaultPageSize, maxPageNumber, maxPageSize } from '#shared/http/page.ts'

/**
 * What the address of the bug list says. Whatever equals the default is absent, so a shared link is as short as the
 * search it stands for. Ages are whole days.
 */
export interface ListSearch {
  readonly keywords?: string
  readonly classification?: Classification
  readonly closed?: 'open' | 'closed'
  readonly minAge?: number
  readonly maxAge?: number
  readonly sortBy?: Exclude<BugSort, 'createdOn'>
  readonly sortByInvert?: true
  readonly pageNumber?: number
  readonly pageSize?: number
}

/** The part of a search that decides which bugs are found; the rest is order and place. */
export type FilterName = 'keywords' | 'classification' | 'closed' | 'minAge' | 'maxAge'
export const filterNames: readonly FilterName[] = ['keywords', 'classification', 'closed', 'minAge', 'maxAge']

/** Reads the address bar. Anything that can't be meant is left out: a mangled link still opens the list. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const pageNumber = wholeNumber(search['pageNumber'], 1, maxPageNumber)
  const pageSize = wholeNumber(search['pageSize'], 1, maxPageSize)
  const sortBy = oneOf(search['sortBy'], bugSorts)
  return compact({
    keywords: words(search['keywords']),
    classification: oneOf(search['classification'], classifications),
    closed: openOrClosed(search['closed']),
    minAge: wholeNumber(search['minAge'], 0, maxAgeDays),
    maxAge: wholeNumber(search['maxAge'], 0, maxAgeDays),
    sortBy: sortBy === 'createdOn' ? undefined : sortBy,
    sortByInvert: flag(search['sortByInvert']),
    pageNumber: pageNumber === 1 ? undefined : pageNumber,
    pageSize: pageSize === defaultPageSize ? undefined : pageSize,
  })
}

/** The search as the query of GET /api/bug/list; two addresses that mean the same give the same query. */
export function toListQuery(search: ListSearch) {
  return compact({
    keywords: search.keywords,
    classification: search.classification,
    closed: search.closed === undefined ? undefined : search.closed === 'closed' ? 'true' : 'false',
    minAge: search.minAge?.toString(),
    maxAge: search.maxAge?.toString(),
    sortBy: search.sortBy,
    sortByInvert: search.sortByInvert ? 'true' : undefined,
    pageNumber: search.pageNumber?.toString(),
    pageSize: search.pageSize?.toString(),
  } as const)
}

/** True when no bug can be both at least `minAge` and at most `maxAge` days old. Such a search is never sent. */
export function isAgeRangeImpossible({ minAge, maxAge }: Pick<ListSearch, 'minAge' | 'maxAge'>): boolean {
  return minAge !== undefined && maxAge !== undefined && minAge > maxAge
}

/** The names of the filters that narrow this search, in the order of the panel. */
export function activeFilters(search: ListSearch): readonly FilterName[] {
  return filterNames.filter((name) => search[name] !== undefined)
}

/** The same search without one filter, from its first page: another page of other bugs would mean nothing. */
export function withoutFilter(search: ListSearch, name: FilterName): ListSearch {
  const { [name]: _removed, pageNumber: _place, ...rest } = search
  return rest
}

/** The same bugs in the same order at another page. */
export function atPage(search: ListSearch, pageNumber: number): ListSearch {
  return parseListSearch({ ...search, pageNumber })
}

/** True when two searches differ in nothing but the page. */
export function isSameButPage(one: ListSearch, other: ListSearch): boolean {
  const strip = ({ pageNumber: _place, ...rest }: ListSearch) => JSON.stringify(Object.entries(rest).sort())
  return strip(one) === strip(other)
}

function words(value: unknown): string | undefined {
  // The router reads `?keywords=404` as a number.
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string') return undefined
  return text.trim().slice(0, maxKeywordsLength).trim() || undefined
}

function wholeNumber(value: unknown, min: number, max: number): number | undefined {
  if (typeof value === 'string' && !/^\d{1,9}$/.test(value)) return undefined
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max ? number : undefined
}

function oneOf<const T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((word) => word === value)
}

function openOrClosed(value: unknown): 'open' | 'closed' | undefined {
  if (value === true || value === 'true' || value === 'closed') return 'closed'
  if (value === false || value === 'false' || value === 'open') return 'open'
  return undefined
}

function flag(value: unknown): true | undefined {
  return value === true || value === 'true' ? true : undefined
}

type Compact<T> = { -readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> } & {
  -readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K]
}

function compact<const T extends Record<string, unknown>>(record: T): Compact<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Compact<T>
}
