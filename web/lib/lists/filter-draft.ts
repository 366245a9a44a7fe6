import { useState } from 'react'
import { ownPageSize } from './own-page-size.ts'
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
    pageSize: (search.pageSize ?? ownPageSize()).toString(),
  }
}

/** Returns what is wrong with the ages, or undefined. */
export function ageRangeError(ages: Pick<CommonSearch, 'minAge' | 'maxAge'>): string | undefined {
  return isAgeRangeImpossible(ages) ? 'The minimum age must not be greater than the maximum age.' : undefined
}

type Words = Pick<CommonDraft, 'keywords'>

/**
 * Returns a draft that is reset whenever the search changes by other means, such as the Back button or a chip. What is
 * typed while a search for the words before it opens stays: `expect` is called with these words.
 */
export function useDraftOf<Search, Draft extends Words>(search: Search, draftOf: (search: Search) => Draft) {
  const [state, setState] = useState<Drafted<Search, Draft>>(() => ({ search, draft: draftOf(search) }))
  const current = state.search === search ? state : { search, draft: kept(state, draftOf(search)) }
  if (current !== state) setState(current)
  const change = (part: Partial<Draft>) => setState({ ...current, draft: { ...current.draft, ...part } })
  const expect = (keywords: string) => setState({ ...current, expected: keywords })
  return { draft: current.draft, change, expect }
}

interface Drafted<Search, Draft> {
  readonly search: Search
  readonly draft: Draft
  /** The keywords of a search that is about to open. */
  readonly expected?: string
}

/** Typing goes on after a space, which no search has. */
function kept<Draft extends Words>({ draft: typed, expected }: Drafted<unknown, Draft>, fresh: Draft): Draft {
  const isOwn = fresh.keywords === expected || fresh.keywords === typed.keywords.trim()
  return isOwn ? { ...fresh, keywords: typed.keywords } : fresh
}
