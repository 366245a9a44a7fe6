import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import './confirm-dialog.css'

/**
 * Asks before something that can't be taken back easily; mount it to ask. The browser's own modal dialog holds the
 * focus, which starts on the harmless answer, gives it back, and closes on Escape.
 */
export function ConfirmDialog({
  title,
  children,
  confirm,
  cancel = 'Cancel',
  isDanger = false,
  onConfirm,
  onCancel,
}: {
  title: string
  /** What will follow. */
  children: ReactNode
  /** The answer that does it, as a verb. */
  confirm: string
  cancel?: string
  /** Something is lost by it. */
  isDanger?: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const harmless = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    harmless.current?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="confirm-dialog"
      aria-labelledby={id}
      aria-describedby={`${id}-words`}
      onCancel={onCancel}
    >
      <h2 id={id}>{title}</h2>
      <div id={`${id}-words`} className="confirm-dialog-words">
        {children}
      </div>
      <div className="confirm-dialog-actions">
        <Button className={isDanger ? 'danger-button' : ''} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button ref={harmless} variant="default" onClick={onCancel}>
          {cancel}
        </Button>
      </div>
    </dialog>
  )
}
