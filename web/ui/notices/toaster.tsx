import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Reference } from './reference.tsx'
import { dismissToast, subscribeToToasts, visibleToasts, type Toast, type ToastTone } from './toast.ts'
import { useClearPlace } from './use-clear-place.ts'
import './toaster.css'

/** Milliseconds for which a toast stays, long enough to be read twice. */
const lifetime: Record<ToastTone, number> = { success: 5_000, warning: 8_000, error: 10_000 }

/** A person may have to write the reference down. */
const referenceLifetime = 30_000

const icons = { success: IconCircleCheck, warning: IconAlertTriangle, error: IconCircleX }

/**
 * Shows toasts. Both live regions are there from the start, because screen readers miss regions that appear together
 * with their text.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, visibleToasts)
  const box = useRef<HTMLElement>(null)
  useClearPlace(box, toasts)
  return (
    <section ref={box} className="toaster not-printed" aria-label="Notifications">
      <div role="alert" className="toaster-region">
        {toasts
          .filter((toast) => toast.tone !== 'success')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
      </div>
      <div role="status" className="toaster-region">
        {toasts
          .filter((toast) => toast.tone === 'success')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
      </div>
    </section>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const stays = toast.reference === undefined ? lifetime[toast.tone] : referenceLifetime
    const timer = setTimeout(() => dismissToast(toast.id), stays)
    return () => clearTimeout(timer)
  }, [held, toast])

  const Icon = icons[toast.tone]
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    <div
      className="toast"
      data-tone={toast.tone}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon size={18} aria-hidden className="toast-icon" />
      <div className="toast-words">
        <p className="toast-text">{toast.text}</p>
        {toast.detail && <p className="toast-detail">{toast.detail}</p>}
        {toast.reference && <Reference id={toast.reference} />}
      </div>
      {toast.action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            dismissToast(toast.id)
            toast.action?.onClick()
          }}
        >
          {toast.action.label}
        </button>
      )}
      <CloseButton size="sm" aria-label="Dismiss notification" onClick={() => dismissToast(toast.id)} />
    </div>
  )
}
