import { Toast as Library } from '@base-ui/react/toast'
import { useEffect, useRef } from 'react'
import { showToastsIn, type Toast } from './toast.ts'
import { keyOf, lifetimeOf, ToastCard } from './toast-card.tsx'
import { useClearPlace } from './use-clear-place.ts'

/** The oldest of more are hidden. */
const maxVisible = 4

const manager = Library.createToastManager<Toast>()

/** Shows toasts by the library: they stay while the pointer or the focus is on them, F6 leads there, Escape dismisses. */
export function Toasts() {
  // After the provider has connected itself to its manager.
  useEffect(
    () =>
      showToastsIn({
        show: (toast) => {
          const id = keyOf(toast)
          manager.close(id)
          manager.add({ id, timeout: lifetimeOf(toast), data: toast })
        },
        clear: () => manager.close(),
      }),
    [],
  )
  return (
    <Library.Provider toastManager={manager} limit={maxVisible}>
      <Library.Portal>
        <ToastList />
      </Library.Portal>
    </Library.Provider>
  )
}

function ToastList() {
  const { toasts, close } = Library.useToastManager<Toast>()
  const box = useRef<HTMLDivElement>(null)
  useClearPlace(box, toasts)
  return (
    <Library.Viewport ref={box} aria-label="Status messages" className="toaster not-printed">
      {toasts.map(
        (toast) =>
          toast.data && (
            <Library.Root
              key={toast.id}
              toast={toast}
              className="toast"
              data-tone={toast.data.tone}
              // Its buttons are the stops of the Tab key. The region around announces it, an error at once.
              tabIndex={-1}
              role={toast.data.tone === 'success' ? 'group' : 'alert'}
              aria-modal={undefined}
            >
              <ToastCard toast={toast.data} onDismiss={() => close(toast.id)} />
            </Library.Root>
          ),
      )}
    </Library.Viewport>
  )
}
