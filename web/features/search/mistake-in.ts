import { parseSearch } from '#shared/search/parse-search.ts'
import type { SearchMistake } from '#shared/search/search-query.ts'

/** Why a text can't be searched for, and where; undefined for one that can. */
export function mistakeIn(text: string): SearchMistake | undefined {
  const parsed = parseSearch(text)
  return parsed.ok ? undefined : parsed.mistake
}
