import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

type Parse<Search> = (raw: Readonly<Record<string, unknown>>) => Search

/** A list's search, which lives in the address of its screen, and the way to change it. */
export function useAddressSearch<Search extends object>(path: string, parse: Parse<Search>) {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => parse(raw), [raw, parse])

  /** `replace` leaves no step for the Back button; for corrections that nobody asked for. */
  function show(next: Search, options: { replace?: boolean } = {}) {
    void navigate({
      to: path,
      search: parse({ ...next } as Readonly<Record<string, unknown>>),
      replace: options.replace ?? false,
    })
  }

  return { search, show }
}
