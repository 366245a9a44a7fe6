import { useSyncExternalStore } from 'react'

/**
 * Whether the content is current. `still`: nothing on this page is live, or it is not known yet. `live`: changes are
 * received. `away`: there is no connection. `catching-up`: there is one again, and missed changes are being read.
 */
export type LiveStatus = 'still' | 'live' | 'away' | 'catching-up'

let status: LiveStatus = 'still'
const listeners = new Set<() => void>()

/** Sets the status. Only live pages do, which are in a chunk of their own. */
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
