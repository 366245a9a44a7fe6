import { ownPageSize } from './own-page-size.ts'
import { defaultPageSize, maxPageNumber, maxPageSize } from '#shared/http/page.ts'

/**
 * The parameters in the address of every list. Default values are absent, to keep shared links short. Ages are whole
 * days.
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

/** Parses the parameters of all lists. Invalid values are dropped, so a damaged link still opens the list. */
export function parseCommonSearch(search: Readonly<Record<string, unknown>>, limits: SearchLimits): CommonSearch {
  const pageNumber = wholeNumberIn(search['pageNumber'], 1, maxPageNumber)
  const pageSize = wholeNumberIn(search['pageSize'], 1, maxPageSize)
  return compact({
    keywords: textIn(search['keywords'], limits.keywords),
    minAge: wholeNumberIn(search['minAge'], 0, limits.age),
    maxAge: wholeNumberIn(search['maxAge'], 0, limits.age),
    sortByInvert: flagIn(search['sortByInvert']),
    pageNumber: pageNumber === 1 ? undefined : pageNumber,
    pageSize: pageSize === ownPageSize() ? undefined : pageSize,
  })
}

/** Returns the common part of a list's query; equivalent addresses give the same query. Pages have the chosen size. */
export function toCommonQuery(search: CommonSearch) {
  const pageSize = search.pageSize ?? ownPageSize()
  return compact({
    keywords: search.keywords,
    minAge: search.minAge?.toString(),
    maxAge: search.maxAge?.toString(),
    sortByInvert: search.sortByInvert ? 'true' : undefined,
    pageNumber: search.pageNumber?.toString(),
    pageSize: pageSize === defaultPageSize ? undefined : pageSize.toString(),
  } as const)
}

/** Returns whether nothing can be both at least `minAge` and at most `maxAge` days old. Such a search is never sent. */
export function isAgeRangeImpossible({ minAge, maxAge }: Pick<CommonSearch, 'minAge' | 'maxAge'>): boolean {
  return minAge !== undefined && maxAge !== undefined && minAge > maxAge
}

/** Returns the same search at another page. */
export function atPage<S extends CommonSearch>(search: S, pageNumber: number): S {
  const { pageNumber: _place, ...rest } = search
  return (pageNumber === 1 ? rest : { ...rest, pageNumber }) as S
}

/** Returns the search without some of its parts, at its first page, because the results differ. */
export function without<S extends CommonSearch>(search: S, ...names: readonly (keyof S)[]): S {
  const dropped: ReadonlySet<PropertyKey> = new Set<PropertyKey>([...names, 'pageNumber'])
  return Object.fromEntries(Object.entries(search).filter(([name]) => !dropped.has(name))) as S
}

/** Returns whether two searches differ only in the page. */
export function isSameButPage(one: CommonSearch, other: CommonSearch): boolean {
  const strip = ({ pageNumber: _place, ...rest }: CommonSearch) => JSON.stringify(Object.entries(rest).toSorted())
  return strip(one) === strip(other)
}

/** Returns trimmed text of at most `max` UTF-16 code units; undefined when nothing is left. */
export function textIn(value: unknown, max: number): string | undefined {
  // A handwritten link such as `?keywords=404` may contain a number.
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string') return undefined
  return text.trim().slice(0, max).trim() || undefined
}

/** Returns a whole number from `min` to `max`, given as digits or as a number. */
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

/** Returns the record without its undefined values. */
export function compact<const T extends Readonly<Record<string, unknown>>>(record: T): Compact<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Compact<T>
}
