import { defaultPageSize, maxPageNumber, maxPageSize } from '#shared/http/page.ts'

/**
 * What the address of every list can say. Whatever equals the default is absent, so a shared link is as short as the
 * search it stands for. Ages are whole days.
 */
export interface CommonSearch {
  readonly keywords?: string
  readonly minAge?: number
  readonly maxAge?: number
  readonly sortByInvert?: true
  readonly pageNumber?: number
  readonly pageSize?: number
}

/** The longest text and the greatest age, in days, that a list's endpoint accepts. */
export interface SearchLimits {
  readonly keywords: number
  readonly age: number
}

/** Reads what all lists have. Anything that can't be meant is left out: a mangled link still opens the list. */
export function parseCommonSearch(search: Readonly<Record<string, unknown>>, limits: SearchLimits): CommonSearch {
  const pageNumber = wholeNumberIn(search['pageNumber'], 1, maxPageNumber)
  const pageSize = wholeNumberIn(search['pageSize'], 1, maxPageSize)
  return compact({
    keywords: textIn(search['keywords'], limits.keywords),
    minAge: wholeNumberIn(search['minAge'], 0, limits.age),
    maxAge: wholeNumberIn(search['maxAge'], 0, limits.age),
    sortByInvert: flagIn(search['sortByInvert']),
    pageNumber: pageNumber === 1 ? undefined : pageNumber,
    pageSize: pageSize === defaultPageSize ? undefined : pageSize,
  })
}

/** The common part of a list's query; two addresses that mean the same give the same query. */
export function toCommonQuery(search: CommonSearch) {
  return compact({
    keywords: search.keywords,
    minAge: search.minAge?.toString(),
    maxAge: search.maxAge?.toString(),
    sortByInvert: search.sortByInvert ? 'true' : undefined,
    pageNumber: search.pageNumber?.toString(),
    pageSize: search.pageSize?.toString(),
  } as const)
}

/** True when nothing can be both at least `minAge` and at most `maxAge` days old. Such a search is never sent. */
export function isAgeRangeImpossible({ minAge, maxAge }: Pick<CommonSearch, 'minAge' | 'maxAge'>): boolean {
  return minAge !== undefined && maxAge !== undefined && minAge > maxAge
}

/** The same results in the same order at another page. */
export function atPage<S extends CommonSearch>(search: S, pageNumber: number): S {
  const { pageNumber: _place, ...rest } = search
  return (pageNumber === 1 ? rest : { ...rest, pageNumber }) as S
}

/** The same search without some of its parts, from its first page: another page of other results would mean nothing. */
export function without<S extends CommonSearch>(search: S, ...names: readonly (keyof S)[]): S {
  const dropped: ReadonlySet<PropertyKey> = new Set<PropertyKey>([...names, 'pageNumber'])
  return Object.fromEntries(Object.entries(search).filter(([name]) => !dropped.has(name))) as S
}

/** True when two searches differ in nothing but the page. */
export function isSameButPage(one: CommonSearch, other: CommonSearch): boolean {
  const strip = ({ pageNumber: _place, ...rest }: CommonSearch) => JSON.stringify(Object.entries(rest).toSorted())
  return strip(one) === strip(other)
}

/** Trimmed text of at most `max` UTF-16 code units; undefined when nothing is left. */
export function textIn(value: unknown, max: number): string | undefined {
  // Whoever links to `?keywords=404` by hand may pass a number.
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string') return undefined
  return text.trim().slice(0, max).trim() || undefined
}

/** A whole number from `min` to `max`, written as digits or as a number. */
export function wholeNumberIn(value: unknown, min: number, max: number): number | undefined {
  if (typeof value === 'string' && !/^\d{1,9}$/.test(value)) return undefined
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max ? number : undefined
}

export function oneOf<const T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((word) => word === value)
}

function flagIn(value: unknown): true | undefined {
  return value === true || value === 'true' ? true : undefined
}

type Compact<T> = { -readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> } & {
  -readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K]
}

/** The record without its undefined values. */
export function compact<const T extends Readonly<Record<string, unknown>>>(record: T): Compact<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Compact<T>
}
