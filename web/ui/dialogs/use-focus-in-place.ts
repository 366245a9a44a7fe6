import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus in its place when the focused element is replaced: the button of the place's menu takes it, or the
 * place itself, which must be focusable. `state` names the content.
 */
export function useFocusInPlace<Place extends HTMLElement>(state: string): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    // The browser moves the focus of a removed element to the body.
    if (document.activeElement !== document.body) return
    const menu = place.current?.querySelector<HTMLElement>('[aria-haspopup]')
    ;(menu ?? place.current)?.focus({ preventScroll: true })
  }, [state])
  return place
}
