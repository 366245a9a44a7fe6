import { useEffect } from 'react'

/** Milliseconds within which a screen is laid out anew. */
const patience = 3_000

let lost: { readonly place: string; readonly at: number } | undefined

/** Call it just before the list and the bug are laid out in another way, which removes what has the focus. */
export function keepFocus(): void {
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) return
  lost = { place: placeOf(activeElement), at: Date.now() }
}

/** Gives the focus back in the new layout: to the same switch or the same bug's row, else to the heading. */
export function useKeptFocus(layout: string): void {
  useEffect(() => {
    if (!lost || Date.now() - lost.at > patience || document.activeElement !== document.body) return
    const place = document.querySelector<HTMLElement>(lost.place) ?? document.querySelector<HTMLElement>(heading)
    place?.focus({ preventScroll: true })
  }, [layout])
}

const heading = 'main h1[tabindex]'

/** Returns the selector of what is the same in the other layout. */
function placeOf(element: Element): string {
  if (element.closest('.split-switch')) return '.split-switch'
  const bugId = element.closest<HTMLElement>('[data-bug]')?.dataset['bug']
  return bugId === undefined ? heading : `[data-bug="${CSS.escape(bugId)}"] .bug-card-link`
}
