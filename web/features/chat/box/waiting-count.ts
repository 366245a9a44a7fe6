import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

/** Sets how many conversations wait for the signed-in person. */
export function setWaitingCount(next: number): void {
  count = next
  for (const listener of listeners) listener()
}

/** Returns how many conversations wait for this member of staff; 0 until the chat has loaded. */
export function useWaitingCount(): number {
  return useSyncExternalStore(subscribe, () => count)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
