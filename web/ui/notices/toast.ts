/** How screen readers announce a toast: warnings and errors at once, successes when the reader pauses. */
export type ToastTone = 'success' | 'warning' | 'error'

export interface ToastAction {
  readonly label: string
  readonly onClick: () => void
}

export interface Toast {
  readonly id: number
  readonly tone: ToastTone
  readonly text: string
  /** A second line: why, and what is kept. */
  readonly detail: string | undefined
  readonly action: ToastAction | undefined
  /** The id that finds the failure in the server's log. */
  readonly reference: string | undefined
}

const maxVisible = 4

let visible: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows that something succeeded. An action offers the usual next step; `detail` is a second line. */
export function toastSuccess(text: string, action?: ToastAction, detail?: string): void {
  show('success', text, action, detail)
}

/** Shows that something was not done, and that the person can change that. */
export function toastWarning(text: string, action?: ToastAction, detail?: string): void {
  show('warning', text, action, detail)
}

/** Shows that something went wrong, with the reason as the second line. */
export function toastError(text: string, action?: ToastAction, detail?: string): void {
  show('error', text, action, detail)
}

/** Shows that the server did not do something. @param reference the id in its log, if there are details */
export function toastFailure(text: string, reference: string | undefined, detail?: string, action?: ToastAction): void {
  show('error', text, action, detail, reference)
}

export function dismissToast(id: number): void {
  publish(visible.filter((toast) => toast.id !== id))
}

/** Removes all earlier toasts, for events that make them obsolete, such as a login. */
export function dismissAllToasts(): void {
  publish([])
}

export function visibleToasts(): readonly Toast[] {
  return visible
}

/** Registers a listener for changes of `visibleToasts`; the returned function removes it. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a toast. It replaces an earlier one with the same text, so that repeated mistakes don't pile up toasts. */
function show(tone: ToastTone, text: string, action?: ToastAction, detail?: string, reference?: string): void {
  const others = visible.filter((toast) => toast.tone !== tone || toast.text !== text)
  lastId += 1
  publish([...others, { id: lastId, tone, text, detail, action, reference }].slice(-maxVisible))
}

function publish(toasts: readonly Toast[]): void {
  visible = toasts
  for (const listener of listeners) listener()
}
