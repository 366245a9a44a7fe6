import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { paths } from '#web/lib/paths.ts'
import { type ListSearch, parseListSearch } from './list-search.ts'

/** Where 'back to the list' leads: the list as it was last looked at. */
let lastSearch: ListSearch = {}

export function lastListSearch(): ListSearch {
  return lastSearch
}

/** The list's search, which lives in the address, and the way to change it. */
export function useListSearch() {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => parseListSearch(raw), [raw])
  lastSearch = search

  /** `replace` leaves no step for the Back button; for corrections that nobody asked for. */
  function show(next: ListSearch, options: { replace?: boolean } = {}) {
    void navigate({ to: paths.bugList, search: parseListSearch({ ...next }), replace: options.replace ?? false })
  }

  return { search, show }
}
