import { useSyncExternalStore } from 'react'

/**
 * How true what is shown is. `still`: nothing on this page is live, or nobody knows yet. `live`: changes are told.
 * `away`: there is no connection. `catching-up`: there is one again, and what was missed is being read.
 */
export type LiveStatus = 'still' | 'live' | 'away' | 'catching-up'

let status: LiveStatus = 'still'
const listeners = new Set<() => void>()

/** Says how true what is shown is. Only live pages do, which come with a chunk of their own. */
export function setLiveStatus(next: LiveStatus): void {
  if (next === status) return
  status = next
  for (const listener of listeners) listener()
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(subscribe, () => status)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
