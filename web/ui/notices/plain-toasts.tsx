import { useEffect, useRef, useState } from 'react'
import { showToastsIn, type Toast } from './toast.ts'
import { keyOf, lifetimeOf, ToastCard } from './toast-card.tsx'
import { useClearPlace } from './use-clear-place.ts'

/** Shows toasts where the code for the others can't be had, such as the one about an outage. */
export function PlainToasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const box = useRef<HTMLElement>(null)
  const drop = (gone: Toast) => setToasts((shown) => shown.filter((toast) => toast !== gone))
  useEffect(
    () =>
      showToastsIn({
        show: (toast) => {
          setToasts((shown) => [toast, ...shown.filter((other) => keyOf(other) !== keyOf(toast))])
          setTimeout(() => drop(toast), lifetimeOf(toast))
        },
        clear: () => setToasts([]),
      }),
    [],
  )
  useClearPlace(box, toasts)
  return (
    <section ref={box} className="toaster not-printed" aria-label="Status messages" aria-live="polite">
      {toasts.map((toast) => (
        <div key={keyOf(toast)} role="alert" className="toast" data-tone={toast.tone}>
          <ToastCard toast={toast} onDismiss={() => drop(toast)} />
        </div>
      ))}
    </section>
  )
}
