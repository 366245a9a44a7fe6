import { eachField, type FilterField, filterFields, type PartName, partNames } from '#shared/bugs/fields.ts'
import { type PeopleFilter, peopleFilters } from '#shared/bugs/words.ts'
import { type ListSearch, parseListSearch } from '#web/features/bugs/public.ts'
import { controlsIn, hasWords, withControl } from '#web/features/search/public.ts'
import { ageRangeError, type CommonDraft, commonDraftOf, useDraftOf } from '#web/lib/lists/filter-draft.ts'

/** The filter panel's fields as they stand, before Search is pressed. */
export interface FilterDraft
  extends CommonDraft, Readonly<Record<FilterField | PartName | PeopleFilter | 'label', string>> {
  readonly closed: string
  /** Terms of custom fields. */
  readonly fields: string
  readonly product: string
  readonly sortBy: string
}

/** The controls that stand for a term. */
const choices = [...filterFields, 'label', ...partNames, ...peopleFilters, 'product', 'closed'] as const
const defaults = {
  ...eachField(filterFields, () => ''),
  label: '',
  ...eachField(partNames, () => ''),
  assignee: '',
  author: '',
  product: '',
  fields: '',
  closed: 'both',
  sortBy: 'createdOn',
  sortByInvert: false,
} as const

export function draftOf(search: ListSearch): FilterDraft {
  return {
    ...commonDraftOf(search),
    ...eachField(filterFields, (name) => search[name] ?? defaults[name]),
    label: search.label ?? defaults.label,
    ...eachField(partNames, (name) => search[name] ?? defaults[name]),
    assignee: search.assignee ?? defaults.assignee,
    author: search.author ?? defaults.author,
    product: search.product ?? defaults.product,
    fields: search.fields ?? defaults.fields,
    closed: search.closed ?? defaults.closed,
    sortBy: search.sortBy ?? defaults.sortBy,
  }
}

/**
 * The draft as the controls show it: what the words say themselves (such as `is:` and `sort:`) stands in the controls, and
 * without words to be relevant for nothing is sorted by relevance.
 */
export function shownDraft(draft: FilterDraft): FilterDraft {
  const { sort, ...worded } = controlsIn(draft.keywords)
  const shown = {
    ...draft,
    ...worded,
    ...(sort && { sortBy: sort.by, sortByInvert: sort.inverted }),
  }
  return shown.sortBy === 'relevance' && !hasWords(draft.keywords) ? { ...shown, sortBy: defaults.sortBy } : shown
}

/** What to change in the draft when a control is moved: the words, where they speak for it. */
export function controlChange(draft: FilterDraft, part: Partial<FilterDraft>): Partial<FilterDraft> {
  if (part.keywords !== undefined) return part
  const worded = controlsIn(draft.keywords)
  const { sortBy, sortByInvert, ...rest } = part
  let { keywords } = draft
  const own: { -readonly [Name in keyof FilterDraft]?: FilterDraft[Name] } = rest
  for (const name of choices) {
    if (part[name] === undefined || worded[name] === undefined) continue
    keywords = withControl(keywords, name, parseListSearch({ [name]: part[name] })[name])
    own[name] = defaults[name]
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
  const { sort, ...worded } = controlsIn(draft.keywords)
  const isUnranked = draft.sortBy === 'relevance' && !hasWords(draft.keywords)
  return parseListSearch({
    ...draft,
    ...Object.fromEntries(Object.keys(worded).map((name) => [name, undefined])),
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
