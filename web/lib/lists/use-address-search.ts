import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

type Parse<Search> = (raw: Readonly<Record<string, unknown>>) => Search

export interface ShowOptions {
  /** Adds no step for the Back button; for automatic corrections. */
  readonly replace?: boolean
  /** False keeps the scroll position; by default the page scrolls to its top. */
  readonly resetScroll?: boolean
}

/**
 * Returns a list's search, which is stored in the address of its screen, and the function to change it.
 * @param others what the address says besides, which stays
 */
export function useAddressSearch<Search extends object>(
  path: string,
  parse: Parse<Search>,
  others?: Readonly<Record<string, string>>,
) {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  // By its words: where the address says anything else besides, the search and what is typed for the next one stay.
  const words = useMemo(() => JSON.stringify(parse(raw)), [raw, parse])
  const search = useMemo(() => JSON.parse(words) as Search, [words])

  function show(next: Search, { replace = false, resetScroll = true }: ShowOptions = {}) {
    void navigate({
      to: path,
      search: { ...parse({ ...next } as Readonly<Record<string, unknown>>), ...others },
      replace,
      resetScroll,
    })
  }

  return { search, show }
}
