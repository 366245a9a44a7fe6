import { Button } from '@mantine/core'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
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
  isPending = false,
  notice,
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
  /** It is being done; the dialog stays until it is. */
  isPending?: boolean
  /** Why it could not be done. */
  notice?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const harmless = useRef<HTMLButtonElement>(null)
  const id = useId()
  // A layout effect, because it ends while the dialog is still in the page: only then does closing give the focus back.
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
