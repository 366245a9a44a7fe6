import type { ViewSearch } from '#shared/views/contract.ts'
import { type ListSearch, parseListSearch } from '#web/features/bugs/public.ts'
import { isSameButPage } from '#web/lib/lists/list-search.ts'

/**
 * The search that an address asks for. A view's name alone, or with a page, asks for what the view finds now, so that a
 * link to it never goes stale; with anything else beside it, the address says it all itself.
 * @param viewSearch undefined while it is not known, or for a view that can't be opened: then nothing is narrowed
 */
export function searchAt(address: ListSearch, viewSearch: ViewSearch | undefined): ListSearch {
  const { view, ...own } = address
  if (view === undefined || !isViewAlone(address)) return own
  const { pageNumber } = address
  return parseListSearch({ ...viewSearch, ...(pageNumber !== undefined && { pageNumber }) })
}

/** The address of a search while a view is open: the view's own as long as nothing differs but the page. */
export function addressOf(
  search: ListSearch,
  view: { readonly _id: string; readonly search: ViewSearch } | undefined,
): ListSearch {
  const { view: _view, ...own } = search
  if (!view || isEmpty(own)) return own
  if (!isChangedFrom(own, view.search)) {
    const { pageNumber } = own
    return { view: view._id, ...(pageNumber !== undefined && { pageNumber }) }
  }
  return { view: view._id, ...own }
}

/** Whether a search finds or orders otherwise than a view, or pages otherwise than one that names a page's size. */
export function isChangedFrom({ pageSize, ...search }: ListSearch, viewSearch: ViewSearch): boolean {
  const isSized = viewSearch.pageSize !== undefined && pageSize !== undefined
  return !isSameButPage(isSized ? { ...search, pageSize } : search, parseListSearch({ ...viewSearch }))
}

/** The part of a search that a view keeps. */
export function viewSearchOf(search: ListSearch): Omit<ListSearch, 'view' | 'pageNumber'> {
  const { view: _view, pageNumber: _place, ...kept } = search
  return kept
}

/** Whether an address names a view and leaves all else to it. */
export function isViewAlone(address: ListSearch): boolean {
  return address.view !== undefined && isEmpty(viewSearchOf(address))
}

function isEmpty(search: ListSearch): boolean {
  return Object.keys(viewSearchOf(search)).length === 0
}
