import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps what is being read in its place when earlier entries come above it.
 * @param first names the list's first entry; call `keepPlace` just before it changes
 */
export function useKeptPlace(first: string | undefined): {
  list: RefObject<HTMLOListElement | null>
  keepPlace: () => void
} {
  const list = useRef<HTMLOListElement>(null)
  const kept = useRef<{ entry: Element; top: number; hadFocus: boolean }>(undefined)

  function keepPlace() {
    const entry = list.current?.firstElementChild
    const button = list.current?.previousElementSibling
    if (!entry) return
    kept.current = {
      entry,
      top: entry.getBoundingClientRect().top,
      hadFocus: button?.contains(document.activeElement) ?? false,
    }
  }

  useLayoutEffect(() => {
    const before = kept.current
    kept.current = undefined
    if (!before?.entry.isConnected) return
    const scroller = before.entry.closest('[data-scrolls]') ?? window
    scroller.scrollBy({ top: before.entry.getBoundingClientRect().top - before.top, behavior: 'instant' })
    // The button goes with the last earlier entries; whoever pressed it goes on reading where they come from.
    if (before.hadFocus && document.activeElement === document.body && before.entry instanceof HTMLElement) {
      before.entry.tabIndex = -1
      before.entry.focus({ preventScroll: true })
    }
  }, [first])

  return { list, keepPlace }
}
