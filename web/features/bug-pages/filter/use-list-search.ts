import { useMemo } from 'react'
import { type ListSearch, parseListSearch } from '#web/features/bugs/public.ts'
import { type OpenView, useOpenView } from '#web/features/views/public.ts'
import { paths } from '#web/lib/paths.ts'
import { type ShowOptions, useAddressSearch } from '#web/lib/lists/use-address-search.ts'
import { splitMark, useBesideBug } from '../split/split-address.ts'
import { noteListSearch } from './last-search.ts'
import { addressOf, isViewAlone, searchAt } from './viewed-search.ts'

export interface ListSearchState {
  readonly search: ListSearch
  /** The search hangs on a view that is still being read. */
  readonly isPending: boolean
  /** What the address names, if it names one. */
  readonly opened: OpenView
  /** Goes to another search; the view that is open stays open, and counts as changed where it finds something else. */
  readonly show: (search: ListSearch, options?: ShowOptions) => void
  /** Goes to a view as it is saved. */
  readonly open: (view: { readonly _id: string }) => void
  /** Goes to the same search without any view. */
  readonly leave: () => void
}

/** The bug list's search, the view that it is of, and the way to change it. */
export function useListSearch(): ListSearchState {
  const { beside, isLeft } = useBesideBug()
  const { search: address, show } = useAddressSearch(
    beside === undefined ? paths.bugList : paths.viewBug(beside),
    parseListSearch,
    beside === undefined ? undefined : splitMark,
  )
  const opened = useOpenView(address.view)
  // By its words: a view that is read again and says the same must not take what is being typed from the fields.
  const found = opened.view && JSON.stringify(parseListSearch({ ...opened.view.search }))
  const search = useMemo(
    () => searchAt(address, found === undefined ? undefined : (JSON.parse(found) as ListSearch)),
    [address, found],
  )
  const isPending = opened.state === 'loading' && isViewAlone(address)
  if (!isLeft) noteListSearch(address, isPending ? undefined : search)
  return {
    search,
    isPending,
    opened,
    show: (next, options) => show(addressOf(next, opened.view), options),
    open: (view) => show({ view: view._id }),
    leave: () => show(search, { replace: true }),
  }
}
