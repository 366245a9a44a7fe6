import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { ModalProps } from './popup-props.ts'

/**
 * Takes the place of a dialog whose code can't be had: the browser's own one, which keeps the focus, gives it back and
 * closes on Escape.
 */
export function PlainModal({ className, initialFocus, closesOutside: _, onClose, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect, because its cleanup runs while the dialog is still in the page: only then does closing restore the
  // focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    initialFocus?.current?.focus()
    return () => element?.close()
  }, [initialFocus])
  return (
    <dialog
      {...rest}
      ref={dialog}
      className={`modal ${className}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    />
  )
}

/** Takes the place of a menu or a popover whose code can't be had. */
export function PlainPopup({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <PlainModal aria-label={label} className="plain-popup" onClose={onClose}>
      {children}
      <button type="button" className="menu-item" onClick={onClose}>
        Close
      </button>
    </PlainModal>
  )
}
