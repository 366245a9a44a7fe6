import { useSyncExternalStore } from 'react'
import { listBugs } from '#shared/bugs/contract.ts'
import { type ListSearch, toListQuery } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { lastShownSearch } from '../filter/last-search.ts'
import type { BugListReply } from './list-news.ts'

/** Bugs that a list still shows and no longer finds, because they were dealt with; those of the search that was looked at last. */
let left: { readonly key: string; readonly ids: ReadonlySet<string> } = { key: '', ids: new Set() }
const listeners = new Set<() => void>()
const none: ReadonlySet<string> = new Set()

/** What a search is for, whatever page of it is looked at. */
export const keyOf = ({ pageNumber: _, ...search }: ListSearch): string => JSON.stringify(search)

/** Returns which bugs have left the list of a search. @param key as `keyOf` makes it */
export const leftOf = (key: string): ReadonlySet<string> => (left.key === key ? left.ids : none)

export function useLeft(key: string): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => leftOf(key))
}

/** Notes which bugs have left the list of the search that was looked at last, and which it has found since. */
function note(key: string, gone: readonly string[], found: readonly string[]): void {
  const known = leftOf(key)
  const ids = new Set([...known, ...gone].filter((id) => !found.includes(id)))
  if (key === left.key && ids.size === known.size && [...ids].every((id) => known.has(id))) return
  left = { key, ids }
  for (const listener of listeners) listener()
}

/** Notes what a page of a search has found, while it is the one that is looked at. */
export function noteFound(search: ListSearch, { result }: BugListReply): void {
  const key = keyOf(search)
  const found = result.map(({ _id }) => _id)
  if (key === left.key) note(key, [], found)
}

/** Asks which of some bugs the search that is looked at does not find any more, and notes it. @throws CallError */
export async function askWhoLeft(search: ListSearch, bugIds: readonly string[]): Promise<readonly string[]> {
  if (bugIds.length === 0) return []
  const { pageNumber: _, ...asked } = toListQuery(search)
  const query = { ...asked, pageSize: String(bugIds.length), ids: bugIds.join(',') }
  const found = (await call(listBugs, { query })).result.map(({ _id }) => _id)
  const gone = bugIds.filter((id) => !found.includes(id))
  // Somebody may look at another one by now.
  if (keyOf(lastShownSearch()) === keyOf(search)) note(keyOf(search), gone, found)
  return gone
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
