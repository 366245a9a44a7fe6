import { useSyncExternalStore } from 'react'

/** A choice of this browser, as text. */
export interface Remembered {
  /** Returns what was chosen; undefined until something is. */
  readonly get: () => string | undefined
  readonly set: (choice: string) => void
  /** Makes it as before the first choice. */
  readonly forget: () => void
  /** Returns the same to a component, which follows it. */
  readonly use: () => string | undefined
}

/** Keeps a choice in this browser, and other tabs follow. Where nothing can be stored, it lasts until the page closes. */
export function remembered(key: string): Remembered {
  const listeners = new Set<() => void>()
  let unkept: string | undefined

  function get(): string | undefined {
    try {
      return unkept ?? localStorage.getItem(key) ?? undefined
    } catch {
      return unkept
    }
  }

  function set(choice: string): void {
    try {
      localStorage.setItem(key, choice)
      unkept = undefined
    } catch {
      unkept = choice
    }
    for (const listener of listeners) listener()
  }

  function forget(): void {
    try {
      localStorage.removeItem(key)
    } catch {
      // Nothing was stored then.
    }
    unkept = undefined
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    globalThis.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      globalThis.removeEventListener('storage', listener)
    }
  }

  return { get, set, forget, use: () => useSyncExternalStore(subscribe, get) }
}
