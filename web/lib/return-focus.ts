import { useLayoutEffect } from 'react'

/** Finds the element for the focus; undefined leaves it to the heading. */
type Find = (from: string) => HTMLElement | undefined

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Marks a link back to the previous screen. */
    isReturn?: true
  }
}

let find: Find | undefined

/**
 * Registers where the focus goes when a person returns to this screen, by the browser's Back or by a link with the
 * state `isReturn`. Otherwise it goes to the heading.
 * @param finder receives the path of the screen that was left
 */
export function useReturnFocus(finder: Find): void {
  useLayoutEffect(() => {
    find = finder
    return () => {
      if (find === finder) find = undefined
    }
  })
}

/** Returns what the current screen focuses for a person who returns from the path `from`. */
export function placeOfReturn(from: string): HTMLElement | undefined {
  return find?.(from)
}

/** Focuses an element at its place, and scrolls only as far as needed to show it. */
export function focusInSight(place: HTMLElement): void {
  place.focus({ preventScroll: true })
  place.scrollIntoView({ block: 'nearest' })
}
