import { useSyncExternalStore } from 'react'

/** A choice of this browser, as text. */
export interface Remembered {
  /** Returns what was chosen; undefined until something is. */
  readonly get: () => string | undefined
  /** Null makes it as before the first choice. */
  readonly set: (choice: string | null) => void
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

  function set(choice: string | null): void {
    if (choice === (get() ?? null)) return
    unkept = undefined
    try {
      if (choice === null) localStorage.removeItem(key)
      else localStorage.setItem(key, choice)
    } catch {
      unkept = choice ?? undefined
    }
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

  return { get, set, use: () => useSyncExternalStore(subscribe, get) }
}
