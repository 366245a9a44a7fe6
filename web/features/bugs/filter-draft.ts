import { useState } from 'react'
import { defaultPageSize } from '#shared/http/page.ts'
import { isAgeRangeImpossible, type ListSearch, parseListSearch } from './list-search.ts'

/** The filter panel's fields as they stand, before Search is pressed. Ages are texts, because that is what is typed. */
export interface FilterDraft {
  readonly keywords: string
  readonly classification: string
  readonly closed: string
  readonly minAge: string
  readonly maxAge: string
  readonly sortBy: string
  readonly sortByInvert: boolean
  readonly pageSize: string
}

export function draftOf(search: ListSearch): FilterDraft {
  return {
    keywords: search.keywords ?? '',
    classification: search.classification ?? '',
    closed: search.closed ?? 'both',
    minAge: search.minAge?.toString() ?? '',
    maxAge: search.maxAge?.toString() ?? '',
    sortBy: search.sortBy ?? 'createdOn',
    sortByInvert: search.sortByInvert ?? false,
    pageSize: (search.pageSize ?? defaultPageSize).toString(),
  }
}

/** The search that a draft asks for, from its first page. */
export function searchOf(draft: FilterDraft): ListSearch {
  return parseListSearch({ ...draft })
}

/** What is wrong with the ages, or undefined. */
export function ageError(draft: FilterDraft): string | undefined {
  const search = searchOf(draft)
  if (isAgeRangeImpossible(search)) return 'The minimum age must not be greater than the maximum age.'
  return undefined
}

/** A draft that follows the search whenever that changes by other means, such as the Back button or a chip. */
export function useFilterDraft(search: ListSearch) {
  const [state, setState] = useState(() => ({ search, draft: draftOf(search) }))
  const current = state.search === search ? state : { search, draft: draftOf(search) }
  if (current !== state) setState(current)
  const change = (part: Partial<FilterDraft>) => setState({ search, draft: { ...current.draft, ...part } })
  return { draft: current.draft, change }
}
