import { Button } from '@mantine/core'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import './confirm-dialog.css'

/**
 * Asks before something that is hard to undo; mount it to ask. The browser's own modal dialog keeps the focus, which
 * starts on the safe answer, restores it, and closes on Escape.
 */
export function ConfirmDialog({
  title,
  children,
  confirm,
  cancel = 'Cancel',
  isDanger = false,
  isPending = false,
  notice,
  onConfirm,
  onCancel,
}: {
  title: string
  /** What will follow. */
  children: ReactNode
  /** The answer that confirms, as a verb. */
  confirm: string
  cancel?: string
  /** Whether something is lost by it. */
  isDanger?: boolean
  /** Whether it is in progress; the dialog stays until it is done. */
  isPending?: boolean
  /** Why it failed. */
  notice?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const harmless = useRef<HTMLButtonElement>(null)
  const id = useId()
  // A layout effect, because its cleanup runs while the dialog is still in the page: only then does closing restore the
  // focus.
  useLayoutEffect(() => {
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
      {notice}
      <div className="confirm-dialog-actions">
        <Button className={isDanger ? 'danger-button' : ''} loading={isPending} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button ref={harmless} variant="default" onClick={onCancel}>
          {cancel}
        </Button>
      </div>
    </dialog>
  )
}
