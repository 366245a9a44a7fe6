import { useMemo } from 'react'
import { type OpenView, useOpenView } from '#web/features/views/public.ts'
import { paths } from '#web/lib/paths.ts'
import { useAddressSearch } from '#web/lib/use-address-search.ts'
import { type ListSearch, parseListSearch } from './list-search.ts'
import { addressOf, isViewAlone, searchAt } from './viewed-search.ts'

/** Where 'back to the list' leads: the list as it was last looked at. */
let lastSearch: ListSearch = {}

export function lastListSearch(): ListSearch {
  return lastSearch
}

export interface ListSearchState {
  readonly search: ListSearch
  /** The search hangs on a view that is still being read. */
  readonly isPending: boolean
  /** What the address names, if it names one. */
  readonly opened: OpenView
  /** Goes to another search; the view that is open stays open, and counts as changed where it finds something else. */
  readonly show: (search: ListSearch, options?: { replace?: boolean }) => void
  /** Goes to a view as it is saved. */
  readonly open: (view: { readonly _id: string }) => void
  /** Goes to the same search without any view. */
  readonly leave: () => void
}

/** The bug list's search, the view that it is of, and the way to change it. */
export function useListSearch(): ListSearchState {
  const { search: address, show } = useAddressSearch(paths.bugList, parseListSearch)
  lastSearch = address
  const opened = useOpenView(address.view)
  const viewSearch = opened.view?.search
  const search = useMemo(() => searchAt(address, viewSearch), [address, viewSearch])
  return {
    search,
    isPending: opened.state === 'loading' && isViewAlone(address),
    opened,
    show: (next, options) => show(addressOf(next, opened.view), options),
    open: (view) => show({ view: view._id }),
    leave: () => show(search, { replace: true }),
  }
}
