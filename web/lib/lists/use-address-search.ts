import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

type Parse<Search> = (raw: Readonly<Record<string, unknown>>) => Search

export interface ShowOptions {
  /** Leaves no step for the Back button; for corrections that nobody asked for. */
  readonly replace?: boolean
  /** False leaves the page scrolled as it is; it goes to its top otherwise. */
  readonly resetScroll?: boolean
}

/** A list's search, which lives in the address of its screen, and the way to change it. */
export function useAddressSearch<Search extends object>(path: string, parse: Parse<Search>) {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => parse(raw), [raw, parse])

  function show(next: Search, { replace = false, resetScroll = true }: ShowOptions = {}) {
    void navigate({
      to: path,
      search: parse({ ...next } as Readonly<Record<string, unknown>>),
      replace,
      resetScroll,
    })
  }

  return { search, show }
}
