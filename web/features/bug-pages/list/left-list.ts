import { useSyncExternalStore } from 'react'
import { listBugs } from '#shared/bugs/contract.ts'
import { type ListSearch, toListQuery } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'

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

/** Notes which bugs have left the list of a search, and which it has found since. */
export function noteLeft(search: ListSearch, gone: readonly string[], found: readonly string[] = []): void {
  const key = keyOf(search)
  const known = leftOf(key)
  const ids = new Set([...known, ...gone].filter((id) => !found.includes(id)))
  if (key === left.key && ids.size === known.size && [...ids].every((id) => known.has(id))) return
  left = { key, ids }
  for (const listener of listeners) listener()
}

/** Asks which of some bugs a search does not find. @throws CallError */
export async function whichLeft(search: ListSearch, bugIds: readonly string[]): Promise<readonly string[]> {
  if (bugIds.length === 0) return []
  const { pageNumber: _, ...asked } = toListQuery(search)
  const query = { ...asked, pageSize: String(bugIds.length), ids: bugIds.join(',') }
  const found = new Set((await call(listBugs, { query })).result.map(({ _id }) => _id))
  return bugIds.filter((id) => !found.has(id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
