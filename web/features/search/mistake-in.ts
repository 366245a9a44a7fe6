import { parseSearch } from '#shared/search/parse-search.ts'
import type { SearchMistake } from '#shared/search/search-query.ts'

/** Returns why a text can't be searched for, and where; undefined for a valid one. */
export function mistakeIn(text: string): SearchMistake | undefined {
  const parsed = parseSearch(text)
  return parsed.ok ? undefined : parsed.mistake
}
