import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { Toast } from './toast.ts'

/** The corners for toasts, the usual one first; the style sheet defines their places. */
const corners = ['usual', 'other'] as const

/**
 * Puts toasts where they cover neither the focused field nor the button that sends it. They stay in their corner while
 * it is no worse than the other one, and while the pointer or the focus is on them.
 * @param box gets `data-corner`
 */
export function useClearPlace(box: RefObject<HTMLElement | null>, toasts: readonly Toast[]): void {
  useLayoutEffect(() => arrange(box.current, toasts.length > 0), [box, toasts])
  useEffect(() => {
    if (toasts.length === 0) return
    const again = () => arrange(box.current, true)
    const events = ['focusin', 'scrollend', 'resize'] as const
    for (const event of events) window.addEventListener(event, again)
    return () => {
      for (const event of events) window.removeEventListener(event, again)
    }
  }, [box, toasts])
}

function arrange(box: HTMLElement | null, isShown: boolean): void {
  if (!box || box.matches(':hover, :focus-within')) return
  if (!isShown) return void delete box.dataset['corner']
  const before = box.dataset['corner']
  const order = corners.toSorted((one, other) => Number(other === before) - Number(one === before))
  const covered = order.map((corner) => {
    box.dataset['corner'] = corner
    return coveredBy(box)
  })
  box.dataset['corner'] = order[covered.indexOf(Math.min(...covered))]
}

/** Returns how much of the important elements is covered; the focused field counts more than any button. */
function coveredBy(box: Element): number {
  const place = box.getBoundingClientRect()
  const isCovered = (element: Element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect()
    return width > 0 && left < place.right && right > place.left && top < place.bottom && bottom > place.top
  }
  const field = document.activeElement?.closest('input, textarea, select')
  const buttons = [...document.querySelectorAll('button[type="submit"]')].filter(isCovered)
  return buttons.length + (field && isCovered(field) ? 10 : 0)
}
