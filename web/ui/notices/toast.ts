/** How a toast sounds: warnings and errors are read out at once, successes when the reader pauses. */
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
  /** Finds what went wrong in the server's log. */
  readonly reference: string | undefined
}

const maxVisible = 4

let visible: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Says that something worked. An action offers what people usually do next; `detail` is a second line. */
export function toastSuccess(text: string, action?: ToastAction, detail?: string): void {
  show('success', text, action, detail)
}

/** Says that something was not done, and that the person can do something about it. */
export function toastWarning(text: string, action?: ToastAction, detail?: string): void {
  show('warning', text, action, detail)
}

/** Says that something went wrong, with the reason as the second line. */
export function toastError(text: string, action?: ToastAction, detail?: string): void {
  show('error', text, action, detail)
}

/** Says that the server did not do something. @param reference under which its log tells more, where it does */
export function toastFailure(text: string, reference: string | undefined, detail?: string, action?: ToastAction): void {
  show('error', text, action, detail, reference)
}

export function dismissToast(id: number): void {
  publish(visible.filter((toast) => toast.id !== id))
}

/** Takes everything away that was said before; for moments that settle it, such as a login. */
export function dismissAllToasts(): void {
  publish([])
}

export function visibleToasts(): readonly Toast[] {
  return visible
}

/** Calls back after every change of `visibleToasts`; the answer ends that. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same text again replaces its older self, so that repeating a mistake does not pile up toasts. */
function show(tone: ToastTone, text: string, action?: ToastAction, detail?: string, reference?: string): void {
  const others = visible.filter((toast) => toast.tone !== tone || toast.text !== text)
  lastId += 1
  publish([...others, { id: lastId, tone, text, detail, action, reference }].slice(-maxVisible))
}

function publish(toasts: readonly Toast[]): void {
  visible = toasts
  for (const listener of listeners) listener()
}
