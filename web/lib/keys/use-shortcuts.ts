import { useSyncExternalStore } from 'react'

const key = 'mothlight-list-keys'
const listeners = new Set<() => void>()
/** Stands where the browser keeps nothing: the choice then holds until the page is left. */
let unkept: boolean | undefined

/**
 * Whether single keys do something. They can be switched off for good in this browser, because they get in the way of
 * those who speak to their machine.
 */
export function useShortcuts(): [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, shortcutsAreOn), switchShortcuts]
}

/** The same, for what is no component. */
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
