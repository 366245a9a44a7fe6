import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/**
 * Controls a button's menu: it opens by the button, closes on Escape, on Tab and on a press elsewhere, and the arrows,
 * Home and End move the focus between its items. `box` goes around both button and menu.
 */
export function useMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]

  useEffect(() => {
    if (!isOpen) return
    const [first] = items()
    first?.closest('[role="menu"]')?.scrollIntoView({ block: 'nearest' })
    first?.focus({ preventScroll: true })
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' && !isOpen) setIsOpen(true)
    else if (!isOpen) return
    else if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return setIsOpen(false)
    else if (!moveFocus(event.key, items())) return
    event.preventDefault()
    event.stopPropagation()
  }

  function close() {
    setIsOpen(false)
    box.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }

  return { isOpen, box, open: () => setIsOpen(true), toggle: () => setIsOpen(!isOpen), close, onKeyDown }
}

/** Moves the focus; returns false when the key does not. */
function moveFocus(key: string, items: readonly HTMLElement[]): boolean {
  const current = items.findIndex((item) => item === document.activeElement)
  const next: Readonly<Record<string, number>> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  const target = next[key]
  if (target === undefined) return false
  items[target]?.focus()
  return true
}
