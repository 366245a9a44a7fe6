import { useSyncExternalStore } from 'react'

export type ColorScheme = 'light' | 'dark'

/** What somebody chose is kept in the browser; `public/early.js` reads the same key before the first paint. */
const key = 'mothlight-color-scheme'

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')
const followers = new Set<() => void>()
let chosen = readChoice()

/** Returns the colour scheme that is shown, and the way to show the other. */
export function useColorScheme(): { scheme: ColorScheme; change: () => void } {
  const scheme = useSyncExternalStore(follow, shownScheme)
  return { scheme, change: () => choose(scheme === 'dark' ? 'light' : 'dark') }
}

/** Choosing the system's scheme follows the system again. */
function choose(scheme: ColorScheme): void {
  chosen = scheme === systemScheme() ? undefined : scheme
  try {
    localStorage.setItem(key, chosen ?? 'auto')
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is left.
  }
  show()
}

function show(): void {
  document.documentElement.dataset['colorScheme'] = shownScheme()
  for (const follower of followers) follower()
}

systemIsDark.addEventListener('change', show)
// Another tab has chosen.
window.addEventListener('storage', (event) => {
  if (event.key !== key) return
  chosen = readChoice()
  show()
})

function follow(follower: () => void): () => void {
  followers.add(follower)
  return () => void followers.delete(follower)
}

const systemScheme = (): ColorScheme => (systemIsDark.matches ? 'dark' : 'light')
const shownScheme = (): ColorScheme => chosen ?? systemScheme()

function readChoice(): ColorScheme | undefined {
  try {
    const choice = localStorage.getItem(key)
    return choice === 'light' || choice === 'dark' ? choice : undefined
  } catch {
    return undefined
  }
}
