import { ageRangeError, type CommonDraft, commonDraftOf, useDraftOf } from '#web/lib/filter-draft.ts'
import { type ListSearch, parseListSearch } from './list-search.ts'

/** The filter panel's fields as they stand, before Search is pressed. */
export interface FilterDraft extends CommonDraft {
  readonly classification: string
  readonly closed: string
  readonly sortBy: string
}

export function draftOf(search: ListSearch): FilterDraft {
  return {
    ...commonDraftOf(search),
    classification: search.classification ?? '',
    closed: search.closed ?? 'both',
    sortBy: search.sortBy ?? 'createdOn',
  }
}

/** The search that a draft asks for, from its first page. */
export function searchOf(draft: FilterDraft): ListSearch {
  return parseListSearch({ ...draft })
}

/** What is wrong with the ages, or undefined. */
export function ageError(draft: FilterDraft): string | undefined {
  return ageRangeError(searchOf(draft))
}

/** A draft that follows the search whenever that changes by other means, such as the Back button or a chip. */
export function useFilterDraft(search: ListSearch) {
  return useDraftOf(search, draftOf)
}
