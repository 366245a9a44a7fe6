import { useLayoutEffect } from 'react'

/** Finds what the focus goes to; undefined leaves it to the heading. */
type Find = (from: string) => HTMLElement | undefined

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The link leads back to where somebody came from. */
    isReturn?: true
  }
}

let find: Find | undefined

/**
 * Says where the focus belongs for whoever comes back to this screen, by the browser's Back or by a link with the state
 * `isReturn`. Whoever comes by any other way finds it on the heading.
 * @param finder is told the path of the screen that was left
 */
export function useReturnFocus(finder: Find): void {
  useLayoutEffect(() => {
    find = finder
    return () => {
      if (find === finder) find = undefined
    }
  })
}

/** What the screen that is there now gives the focus to, for somebody who comes back from the path `from`. */
export function placeOfReturn(from: string): HTMLElement | undefined {
  return find?.(from)
}

/** Gives the focus to something where the page stands already, and moves the page only as far as it takes to see it. */
export function focusInSight(place: HTMLElement): void {
  place.focus({ preventScroll: true })
  place.scrollIntoView({ block: 'nearest' })
}
