import { type ReactNode, useId, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
import './confirm-dialog.css'

/** Asks before something that is hard to undo; mount it to ask. The focus starts on the safe answer. */
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
  const harmless = useRef<HTMLButtonElement>(null)
  const id = useId()
  return (
    <Modal
      role="alertdialog"
      className="confirm-dialog"
      aria-labelledby={id}
      aria-describedby={`${id}-words`}
      initialFocus={harmless}
      onClose={onCancel}
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
    </Modal>
  )
}
