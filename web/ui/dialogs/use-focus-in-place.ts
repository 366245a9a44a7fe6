import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus where it was when what had it gives way to something else: the button of the place's menu takes it,
 * or the place itself, which must be focusable. `state` names what stands there.
 */
export function useFocusInPlace<Place extends HTMLElement>(state: string): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    // The browser gives the focus of an element that is gone to the whole page.
    if (document.activeElement !== document.body) return
    const menu = place.current?.querySelector<HTMLElement>('[aria-haspopup]')
    ;(menu ?? place.current)?.focus({ preventScroll: true })
  }, [state])
  return place
}
