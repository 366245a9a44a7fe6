import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'

/**
 * Controls what a button opens. Its props make the button; what it opens is mounted while `isOpen`, and gets `id`,
 * `anchor` and `onClose` from here.
 */
export function usePopup(kind: 'menu' | 'dialog') {
  const [isOpen, setIsOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const id = useId()

  function open() {
    // Safari gives the focus to no button that is pressed.
    anchor.current?.focus()
    setIsOpen(true)
  }

  const onClose = useCallback(() => setIsOpen(false), [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' && !isOpen) open()
    // It was pressed and is still on its way.
    else if (event.key === 'Escape' && isOpen) onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    isOpen,
    open,
    onClose,
    popup: { id, anchor, onClose },
    button: {
      ref: anchor,
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onClick: () => (isOpen ? onClose() : open()),
      onKeyDown,
    },
  } as const
}
