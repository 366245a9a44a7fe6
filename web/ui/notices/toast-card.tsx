import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { CloseButton } from '#web/ui/controls/close-button.tsx'
import { Reference } from './reference.tsx'
import type { Toast, ToastTone } from './toast.ts'

const icons = { success: IconCircleCheck, warning: IconAlertTriangle, error: IconCircleX }

/** Milliseconds for which a toast stays, long enough to be read twice. */
const lifetimes: Record<ToastTone, number> = { success: 5_000, warning: 8_000, error: 10_000 }

/** Whoever sees what they did by mistake has to reach the button. */
const withAction = 10_000

/** Returns for how many milliseconds a toast stays; a person may have to write its reference down. */
export function lifetimeOf({ tone, action, reference }: Toast): number {
  if (reference !== undefined) return 30_000
  return action === undefined ? lifetimes[tone] : withAction
}

/** Toasts with the same key say the same. */
export function keyOf({ tone, text, key }: Toast): string {
  return key ?? `${tone} ${text}`
}

/** Shows what a toast says and offers. */
export function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const { tone, text, detail, action, reference } = toast
  const Icon = icons[tone]
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only keeps the pointer from moving the focus
    <div className="toast-card" onMouseDown={leaveFocus}>
      <Icon size={18} aria-hidden className="toast-icon" />
      <div className="toast-words">
        <p className="toast-text">{text}</p>
        {detail && <p className="toast-detail">{detail}</p>}
        {reference && <Reference id={reference} />}
      </div>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            onDismiss()
            action.onClick()
          }}
        >
          {action.label}
        </button>
      )}
      <CloseButton size={24} label="Dismiss message" onClick={onDismiss} />
    </div>
  )
}

/** A pressed button goes with its toast: the focus stays with what one works on. */
function leaveFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault()
}
