import { AppError } from '#server/http/app-error.ts'
import { parseSearch } from '#shared/search/parse-search.ts'
import type { ViewSearch } from '#shared/views/contract.ts'

/**
 * Returns a search as views store it: its words trimmed, and left out when there are none.
 * @throws AppError invalid-input for words that can't be parsed, so that every view can be opened
 */
export function checkedSearch({ keywords, ...rest }: ViewSearch): ViewSearch {
  const trimmed = keywords?.trim()
  if (!trimmed) return rest
  const parsed = parseSearch(trimmed)
  if (!parsed.ok) throw new AppError('invalid-input', parsed.mistake.message, { field: 'search.keywords' })
  return { keywords: trimmed, ...rest }
}
