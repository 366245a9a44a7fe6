import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type SyntheticEvent, useEffect, useRef } from 'react'
import { paths } from '#web/lib/paths.ts'
import { useOpenFromList } from '../split/split-address.ts'

/** Milliseconds after which a pointer counts as resting: one that only crosses a card asks for nothing. */
const intent = 60

/**
 * What the list of cards listens to for all its links: a press opens the bug, and its page is read ahead while a
 * pointer rests on the card or the focus is there. A card says with `data-bug` which bug is its own.
 */
export function useCardLinks() {
  const router = useRouter()
  const openBug = useOpenFromList()
  const resting = useRef<{ bugId: string; timer: ReturnType<typeof setTimeout> }>(undefined)

  function stop() {
    clearTimeout(resting.current?.timer)
    resting.current = undefined
  }
  useEffect(() => stop, [])

  function rest({ target }: SyntheticEvent) {
    const bugId = bugAt(target)
    if (bugId === resting.current?.bugId) return
    stop()
    if (bugId === undefined) return
    const read = () => void router.preloadRoute({ to: paths.viewBug(bugId) }).catch(() => {})
    resting.current = { bugId, timer: setTimeout(read, intent) }
  }

  function open(event: MouseEvent) {
    const { target } = event
    const bugId = bugAt(target)
    if (bugId === undefined || !(target instanceof Element) || event.defaultPrevented) return
    const link = target.closest('a')
    if (link) {
      // What opens a tab or a window is the browser's business.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      openBug(bugId, link.hash.slice(1))
    } else if (!target.closest('button, label, [role="menu"]')) {
      // A few facts lie above the link for their tooltips' sake; pressing them opens the bug too.
      openBug(bugId)
    }
  }

  return { onClick: open, onMouseOver: rest, onMouseLeave: stop, onFocus: rest, onBlur: stop, onTouchStart: rest }
}

function bugAt(target: EventTarget): string | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-bug]') : null
  return card?.dataset['bug']
}
