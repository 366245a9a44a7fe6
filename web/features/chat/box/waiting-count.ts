import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

/** Tells the page how many conversations wait for who is logged in. */
export function setWaitingCount(next: number): void {
  count = next
  for (const listener of listeners) listener()
}

/** How many conversations wait for this member of staff; 0 until the chat has loaded and knows. */
export function useWaitingCount(): number {
  return useSyncExternalStore(subscribe, () => count)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
