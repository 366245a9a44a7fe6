import { type CommonSearch, without } from './list-search.ts'

/** One condition of a search, in words. */
export interface FilterChip<Search> {
  readonly name: string
  readonly words: string
  /** The search without this chip's condition. */
  readonly without: Search
}

/** Creates a chip that removes some parts of the search. */
export function chipOf<S extends CommonSearch>(
  search: S,
  chip: { name: string; words: string; drops: readonly (keyof S)[] },
): FilterChip<S> {
  return { name: chip.name, words: chip.words, without: without(search, ...chip.drops) }
}

/** Returns the order in words: `Sorted by: Title, inverted`. */
export function orderWords(sort: string, inverted: boolean | undefined): string {
  return `Sorted by: ${sort}${inverted ? ', inverted' : ''}`
}

/** Returns an age filter in words. */
export function ageWords(name: 'minAge' | 'maxAge', days: number): string {
  return `At ${name === 'minAge' ? 'least' : 'most'} ${days === 1 ? '1 day' : `${days} days`} old`
}
