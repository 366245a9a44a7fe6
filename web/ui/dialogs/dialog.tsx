import { type ReactNode, type RefObject, useId } from 'react'
import { CloseButton } from '#web/ui/controls/close-button.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
import './dialog.css'

/** Shows a task above the page; mount it to open it. */
export function Dialog({
  title,
  width = 'text',
  initialFocus,
  children,
  onClose,
}: {
  title: string
  width?: 'text' | 'wide'
  /** The first control of it when missing. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
  onClose: () => void
}) {
  const id = useId()
  return (
    <Modal className="dialog" data-width={width} aria-labelledby={id} initialFocus={initialFocus} onClose={onClose}>
      <header className="dialog-header">
        <h2 id={id}>{title}</h2>
        <CloseButton size={32} label="Close" onClick={onClose} />
      </header>
      <div className="dialog-content">{children}</div>
    </Modal>
  )
}
