import { useSyncExternalStore } from 'react'

/** What is open above the page: the palette, or the list of shortcuts. */
export type Shown = 'palette' | 'keys' | undefined

let shown: Shown
const listeners = new Set<() => void>()

/** Opens one of the two instead of the other, or closes both. */
export function show(next: Shown): void {
  shown = next
  for (const listener of listeners) listener()
}

export function useShown(): Shown {
  return useSyncExternalStore(subscribe, () => shown)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
