import { isFieldTerm, keyOfTerm } from '#shared/custom-fields/field-name.ts'
import { bugFields, eachField, sortFields } from '#shared/bugs/fields.ts'
import { type BugSort, type ListSort, type PeopleFilter } from '#shared/bugs/words.ts'
import { fieldsAskedIn, fieldTermsOf } from '#shared/search/field-term.ts'
import { activeFilters, type FilterName, type ListSearch } from '#web/features/bugs/public.ts'
import { conditionWords, controlsIn, hasWords, queryParts, withoutSpans } from '#web/features/search/public.ts'
import { ageWords, chipOf, type FilterChip, orderWords } from '#web/lib/lists/filter-chips.ts'
import { textIn, without } from '#web/lib/lists/list-search.ts'

const sortWords: Readonly<Record<BugSort, string>> = {
  createdOn: 'Created',
  ...eachField(sortFields, (name) => bugFields[name].label),
  updatedOn: 'Updated',
  affectedCount: 'Affected people',
  waitingSince: 'Longest wait',
  relevance: 'Relevance',
}

/** What a sort is called; of a custom field its key, as in the chips of its filters. */
export const wordsOfSort = (sort: ListSort): string => (isFieldTerm(sort) ? keyOfTerm(sort) : sortWords[sort])

/** What a search asks for beyond the default, one chip a condition; those that the words hold come with the words. */
export function filterChips(search: ListSearch, nameOf: NameOf = shortened): readonly FilterChip<ListSearch>[] {
  return [...narrowingChips(search, nameOf), ...orderChips(search)]
}

/** What a person is called whose id is known. */
export type NameOf = (userId: string) => string
const shortened: NameOf = (userId) => userId.slice(-8)

/** The panel's words for whom it filters by. */
export const peopleWords: Readonly<Record<PeopleFilter, string>> = { assignee: 'Assignee', author: 'Reported by' }

/** The same without the order: what decides which bugs are found. */
export function narrowingChips(search: ListSearch, nameOf: NameOf = shortened): readonly FilterChip<ListSearch>[] {
  return activeFilters(search).flatMap((name) =>
    name === 'keywords'
      ? wordChips(search, search.keywords ?? '')
      : name === 'fields'
        ? fieldChips(search, search.fields ?? '')
        : [chipOf(search, { name, words: filterWords(search, name, nameOf), drops: [name] })],
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

function fieldChips(search: ListSearch, terms: string): readonly FilterChip<ListSearch>[] {
  const asked = fieldsAskedIn(terms)
  const { fields: _all, ...rest } = without(search, 'fields')
  return [...asked].map(([key, value]) => {
    const others = fieldTermsOf(new Map([...asked].filter(([other]) => other !== key)))
    return {
      name: `field ${key}`,
      words: `${key}: ${value}`,
      without: others === '' ? rest : { ...rest, fields: others },
    }
  })
}

function orderChips(search: ListSearch): readonly FilterChip<ListSearch>[] {
  const text = search.keywords ?? ''
  const { sort } = controlsIn(text)
  if (sort) {
    return [
      {
        name: 'order',
        words: orderWords(wordsOfSort(sort.by), sort.inverted),
        without: withKeywords(without(search, 'sortBy', 'sortByInvert'), withoutSpans(text, queryParts(text).sorts)),
      },
    ]
  }
  const sortBy = search.sortBy === 'relevance' && !hasWords(text) ? undefined : search.sortBy
  if (!sortBy && !search.sortByInvert) return []
  const words = orderWords(wordsOfSort(sortBy ?? 'createdOn'), search.sortByInvert)
  return [chipOf(search, { name: 'order', words, drops: ['sortBy', 'sortByInvert'] })]
}

/** The search with other words, from its first page. */
function withKeywords(search: ListSearch, keywords: string | undefined): ListSearch {
  const rest = without(search, 'keywords')
  return keywords ? { ...rest, keywords } : rest
}

/** What a filter is called by its chip, of a search that has it. */
export function filterWords(
  search: ListSearch,
  name: Exclude<FilterName, 'keywords' | 'fields'>,
  nameOf: NameOf = shortened,
): string {
  switch (name) {
    case 'closed':
      return search.closed === 'closed' ? 'Closed only' : 'Open only'
    case 'product':
      return `Product: ${search.product}`
    case 'assignee':
      return search.assignee === 'none' ? 'Unassigned' : `Assigned to ${personWords(search.assignee ?? '', nameOf)}`
    case 'author':
      return `Reported by ${personWords(search.author ?? '', nameOf)}`
    case 'label':
      return `Label: ${search.label}`
    case 'minAge':
    case 'maxAge':
      return ageWords(name, search[name] ?? 0)
    default:
      return `${bugFields[name].label}: ${search[name]}`
  }
}

const personWords = (value: string, nameOf: NameOf) => (value === '@me' ? 'me' : nameOf(value))
