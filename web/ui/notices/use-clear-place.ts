import { type RefObject, useEffect, useLayoutEffect } from 'react'

/** What one works on: a toast hides anything else rather than that. A page that is still empty has its focus on `main`. */
const inWork = ':focus:not(main), .bug-card:focus-within'

/** What a toast must not hide. */
const important = `h1, h2, input, textarea, select, button[type="submit"], .pager, ${inWork}`

/** Pixels from one place that is tried to the next one. */
const step = 24

/**
 * Puts toasts where they hide no heading, no field with its button, no pager and nothing that has the focus: they begin in
 * their corner and move along the side of the window. They stay while no other place is better, and while the pointer or
 * the focus is on them.
 * @param box gets `--toast-shift`, the distance from the corner
 */
export function useClearPlace(box: RefObject<HTMLElement | null>, toasts: readonly unknown[]): void {
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
  if (!isShown) return void box.style.removeProperty('--toast-shift')
  const shift = Number.parseFloat(box.style.getPropertyValue('--toast-shift')) || 0
  const { left, right, top, bottom, height } = box.getBoundingClientRect()
  // On phones the corner is at the bottom.
  const direction = getComputedStyle(box).getPropertyValue('--toast-corner').trim() === 'bottom' ? -1 : 1
  const besides = [...document.querySelectorAll(important)]
    .map((element) => ({ ...extentOf(element), weight: element.matches(inWork) ? 10 : 1 }))
    // A field of one pixel is hidden for all but screen readers.
    .filter((extent) => extent.right - extent.left > 1 && extent.left < right && extent.right > left)
  const hiddenAt = (next: number) => {
    const [from, to] = [top + direction * (next - shift), bottom + direction * (next - shift)]
    return besides.reduce((sum, extent) => sum + (extent.top < to && extent.bottom > from ? extent.weight : 0), 0)
  }
  const count = Math.max(Math.floor((window.innerHeight - height - 160) / step), 0)
  const shifts = [shift, ...Array.from({ length: count }, (_, index) => index * step)]
  const hidden = shifts.map(hiddenAt)
  box.style.setProperty('--toast-shift', `${shifts[hidden.indexOf(Math.min(...hidden))] ?? 0}px`)
}

/** Returns where an element is; of a heading its words, because its box is as wide as the page. */
function extentOf(element: Element) {
  const words = document.createRange()
  words.selectNodeContents(element)
  const { left, right, top, bottom } = (/^H\d$/.test(element.tagName) ? words : element).getBoundingClientRect()
  return { left, right, top, bottom }
}
