import { useSyncExternalStore } from 'react'

const key = 'mothlight-list-keys'
const listeners = new Set<() => void>()
/** Used where the browser stores nothing: the choice then lasts until the page is closed. */
let unkept: boolean | undefined

/**
 * Returns whether single keys are active. They can be switched off permanently in this browser, because they disturb
 * people who control their machine by speech.
 */
export function useShortcuts(): [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, shortcutsAreOn), switchShortcuts]
}

/** Returns the same outside of components. */
export function shortcutsAreOn(): boolean {
  try {
    return unkept ?? localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

function switchShortcuts(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
    unkept = undefined
  } catch {
    unkept = isOn
  }
  for (const listener of listeners) listener()
}

/** Other tabs of this browser follow. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  globalThis.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    globalThis.removeEventListener('storage', listener)
  }
}
