import { type ListSearch, parseListSearch } from '#web/features/bugs/public.ts'
import { controlsIn, hasWords, withControl } from '#web/features/search/public.ts'
import { ageRangeError, type CommonDraft, commonDraftOf, useDraftOf } from '#web/lib/lists/filter-draft.ts'

/** The filter panel's fields as they stand, before Search is pressed. */
export interface FilterDraft extends CommonDraft {
  readonly classification: string
  readonly closed: string
  readonly sortBy: string
}

const defaults = { classification: '', closed: 'both', sortBy: 'createdOn', sortByInvert: false } as const

export function draftOf(search: ListSearch): FilterDraft {
  return {
    ...commonDraftOf(search),
    classification: search.classification ?? defaults.classification,
    closed: search.closed ?? defaults.closed,
    sortBy: search.sortBy ?? defaults.sortBy,
  }
}

/**
 * The draft as the controls show it: what the words say themselves (`is:`, `class:`, `sort:`) stands in the controls, and
 * without words to be relevant for nothing is sorted by relevance.
 */
export function shownDraft(draft: FilterDraft): FilterDraft {
  const { closed, classification, sort } = controlsIn(draft.keywords)
  const shown = {
    ...draft,
    ...(closed && { closed }),
    ...(classification && { classification }),
    ...(sort && { sortBy: sort.by, sortByInvert: sort.inverted }),
  }
  return shown.sortBy === 'relevance' && !hasWords(draft.keywords) ? { ...shown, sortBy: defaults.sortBy } : shown
}

/** What to change in the draft when a control is moved: the words, where they speak for it. */
export function controlChange(draft: FilterDraft, part: Partial<FilterDraft>): Partial<FilterDraft> {
  if (part.keywords !== undefined) return part
  const worded = controlsIn(draft.keywords)
  const { closed, classification, sortBy, sortByInvert, ...rest } = part
  let { keywords } = draft
  const own: { -readonly [Name in keyof FilterDraft]?: FilterDraft[Name] } = rest
  if (closed !== undefined) {
    if (worded.closed) keywords = withControl(keywords, 'closed', parseListSearch({ closed }).closed)
    own.closed = worded.closed ? defaults.closed : closed
  }
  if (classification !== undefined) {
    const value = parseListSearch({ classification }).classification
    if (worded.classification) keywords = withControl(keywords, 'classification', value)
    own.classification = worded.classification ? defaults.classification : classification
  }
  if (sortBy !== undefined || sortByInvert !== undefined) {
    if (worded.sort) {
      const by = parseListSearch({ sortBy }).sortBy ?? (sortBy === undefined ? worded.sort.by : defaults.sortBy)
      keywords = withControl(keywords, 'sort', { by, inverted: sortByInvert ?? worded.sort.inverted })
      Object.assign(own, { sortBy: defaults.sortBy, sortByInvert: defaults.sortByInvert })
    } else
      Object.assign(own, {
        ...(sortBy !== undefined && { sortBy }),
        ...(sortByInvert !== undefined && { sortByInvert }),
      })
  }
  return keywords === draft.keywords ? own : { ...own, keywords }
}

/** The search that a draft asks for, from its first page. What the words say is not said a second time. */
export function searchOf(draft: FilterDraft): ListSearch {
  const { closed, classification, sort } = controlsIn(draft.keywords)
  const isUnranked = draft.sortBy === 'relevance' && !hasWords(draft.keywords)
  return parseListSearch({
    ...draft,
    ...(closed && { closed: defaults.closed }),
    ...(classification && { classification: defaults.classification }),
    ...((sort || isUnranked) && { sortBy: defaults.sortBy }),
    ...(sort && { sortByInvert: false }),
  })
}

/** What is wrong with the ages, or undefined. */
export function ageError(draft: FilterDraft): string | undefined {
  return ageRangeError(searchOf(draft))
}

/** A draft that follows the search whenever that changes by other means, such as the Back button or a chip. */
export function useFilterDraft(search: ListSearch) {
  return useDraftOf(search, draftOf)
}
