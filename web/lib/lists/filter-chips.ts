import { type CommonSearch, without } from './list-search.ts'

/** One condition of a search, in words. */
export interface FilterChip<Search> {
  readonly name: string
  readonly words: string
  /** The search once this chip is removed. */
  readonly without: Search
}

/** A chip that takes some parts of the search back. */
export function chipOf<S extends CommonSearch>(
  search: S,
  chip: { name: string; words: string; drops: readonly (keyof S)[] },
): FilterChip<S> {
  return { name: chip.name, words: chip.words, without: without(search, ...chip.drops) }
}

/** The order in words: `Sorted by: Title, inverted`. */
export function orderWords(sort: string, inverted: boolean | undefined): string {
  return `Sorted by: ${sort}${inverted ? ', inverted' : ''}`
}

/** An age filter in words. */
export function ageWords(name: 'minAge' | 'maxAge', days: number): string {
  return `At ${name === 'minAge' ? 'least' : 'most'} ${days === 1 ? '1 day' : `${days} days`} old`
}
