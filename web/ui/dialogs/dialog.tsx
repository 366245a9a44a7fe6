import { CloseButton } from '@mantine/core'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './dialog.css'

/**
 * Shows a task above the page; mount it to open it. The browser's own modal dialog keeps the focus, restores it, and
 * closes on Escape.
 */
export function Dialog({
  title,
  width = 'text',
  children,
  onClose,
}: {
  title: string
  width?: 'text' | 'wide'
  children: ReactNode
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // A layout effect, because its cleanup runs while the dialog is still in the page: only then does closing restore the
  // focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-width={width}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="dialog-header">
        <h2 id={id}>{title}</h2>
        <CloseButton size={32} iconSize={18} aria-label="Close" onClick={onClose} />
      </header>
      <div className="dialog-content">{children}</div>
    </dialog>
  )
}
