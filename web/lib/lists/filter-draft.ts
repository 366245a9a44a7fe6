import { useState } from 'react'
import { defaultPageSize } from '#shared/http/page.ts'
import { type CommonSearch, isAgeRangeImpossible } from './list-search.ts'

/** The fields of every filter panel before Search is pressed. Ages are texts, as typed. */
export interface CommonDraft {
  readonly keywords: string
  readonly minAge: string
  readonly maxAge: string
  readonly sortByInvert: boolean
  readonly pageSize: string
}

export function commonDraftOf(search: CommonSearch): CommonDraft {
  return {
    keywords: search.keywords ?? '',
    minAge: search.minAge?.toString() ?? '',
    maxAge: search.maxAge?.toString() ?? '',
    sortByInvert: search.sortByInvert ?? false,
    pageSize: (search.pageSize ?? defaultPageSize).toString(),
  }
}

/** Returns what is wrong with the ages, or undefined. */
export function ageRangeError(ages: Pick<CommonSearch, 'minAge' | 'maxAge'>): string | undefined {
  return isAgeRangeImpossible(ages) ? 'The minimum age must not be greater than the maximum age.' : undefined
}

/** Returns a draft that is reset whenever the search changes by other means, such as the Back button or a chip. */
export function useDraftOf<Search, Draft>(search: Search, draftOf: (search: Search) => Draft) {
  const [state, setState] = useState(() => ({ search, draft: draftOf(search) }))
  const current = state.search === search ? state : { search, draft: draftOf(search) }
  if (current !== state) setState(current)
  const change = (part: Partial<Draft>) => setState({ search, draft: { ...current.draft, ...part } })
  return { draft: current.draft, change }
}
