import { bugFields, eachField, sortFields } from '#shared/bugs/fields.ts'
import type { BugSort } from '#shared/bugs/words.ts'
import { activeFilters, type FilterName, type ListSearch } from '#web/features/bugs/public.ts'
import { conditionWords, controlsIn, hasWords, queryParts, withoutSpans } from '#web/features/search/public.ts'
import { ageWords, chipOf, type FilterChip, orderWords } from '#web/lib/lists/filter-chips.ts'
import { textIn, without } from '#web/lib/lists/list-search.ts'

export const sortWords: Readonly<Record<BugSort, string>> = {
  createdOn: 'Created',
  ...eachField(sortFields, (name) => bugFields[name].label),
  relevance: 'Relevance',
}

/** What a search asks for beyond the default, one chip a condition; those that the words hold come with the words. */
export function filterChips(search: ListSearch): readonly FilterChip<ListSearch>[] {
  return [...narrowingChips(search), ...orderChips(search)]
}

/** The same without the order: what decides which bugs are found. */
export function narrowingChips(search: ListSearch): readonly FilterChip<ListSearch>[] {
  return activeFilters(search).flatMap((name) =>
    name === 'keywords'
      ? wordChips(search, search.keywords ?? '')
      : [chipOf(search, { name, words: filterWords(search, name), drops: [name] })],
  )
}

function wordChips(search: ListSearch, text: string): readonly FilterChip<ListSearch>[] {
  const { words, conditions, sorts } = queryParts(text)
  const rest = [...conditions, ...sorts].toSorted((one, other) => one.from - other.from)
  const withoutWords = textIn(rest.map(({ from, to }) => text.slice(from, to)).join(' '), text.length)
  const chips = conditions.map((node) => ({
    name: `condition ${node.from}`,
    words: conditionWords(node, text),
    without: withKeywords(search, withoutSpans(text, [node])),
  }))
  if (words === '') return chips
  return [{ name: 'keywords', words: `Keywords: ${words}`, without: withKeywords(search, withoutWords) }, ...chips]
}

function orderChips(search: ListSearch): readonly FilterChip<ListSearch>[] {
  const text = search.keywords ?? ''
  const { sort } = controlsIn(text)
  if (sort) {
    return [
      {
        name: 'order',
        words: orderWords(sortWords[sort.by], sort.inverted),
        without: withKeywords(without(search, 'sortBy', 'sortByInvert'), withoutSpans(text, queryParts(text).sorts)),
      },
    ]
  }
  const sortBy = search.sortBy === 'relevance' && !hasWords(text) ? undefined : search.sortBy
  if (!sortBy && !search.sortByInvert) return []
  const words = orderWords(sortWords[sortBy ?? 'createdOn'], search.sortByInvert)
  return [chipOf(search, { name: 'order', words, drops: ['sortBy', 'sortByInvert'] })]
}

/** The search with other words, from its first page. */
function withKeywords(search: ListSearch, keywords: string | undefined): ListSearch {
  const rest = without(search, 'keywords')
  return keywords ? { ...rest, keywords } : rest
}

function filterWords(search: ListSearch, name: Exclude<FilterName, 'keywords'>): string {
  switch (name) {
    case 'closed':
      return search.closed === 'closed' ? 'Closed only' : 'Open only'
    case 'minAge':
    case 'maxAge':
      return ageWords(name, search[name] ?? 0)
    default:
      return `${bugFields[name].label}: ${search[name]}`
  }
}
