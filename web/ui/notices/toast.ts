/** What a toast says: warnings and errors are announced at once, successes when the screen reader pauses. */
export type ToastTone = 'success' | 'warning' | 'error'

export interface ToastAction {
  readonly label: string
  readonly onClick: () => void
}

export interface Toast {
  readonly tone: ToastTone
  readonly text: string
  /** A second line: why, and what is kept. */
  readonly detail?: string | undefined
  readonly action?: ToastAction | undefined
  /** It takes the place of an earlier one with the same; without it, of one with the same text. */
  readonly key?: string | undefined
  /** The id that finds the failure in the server's log. */
  readonly reference?: string | undefined
}

/** What shows toasts. */
export interface ToastDisplay {
  /** Shows a toast in place of an earlier one with the same key or text, so that repeated mistakes don't pile up toasts. */
  readonly show: (toast: Toast) => void
  readonly clear: () => void
}

let display: ToastDisplay | undefined
let waiting: readonly Toast[] = []
const listeners = new Set<() => void>()

/**
 * Shows that something succeeded. An action offers the usual next step; `detail` is a second line.
 * @param key takes the place of an earlier one with the same
 */
export function toastSuccess(text: string, action?: ToastAction, detail?: string, key?: string): void {
  show({ tone: 'success', text, action, detail, key })
}

/** Shows that something was not done, and that the person can change that. */
export function toastWarning(text: string, action?: ToastAction, detail?: string): void {
  show({ tone: 'warning', text, action, detail })
}

/** Shows that something went wrong, with the reason as the second line. */
export function toastError(text: string, action?: ToastAction, detail?: string): void {
  show({ tone: 'error', text, action, detail })
}

/**
 * Shows that the server did not do something.
 * @param reference the id in its log, if there are details
 * @param key takes the place of an earlier one with the same
 */
export function toastFailure(
  text: string,
  reference: string | undefined,
  detail?: string,
  action?: ToastAction,
  key?: string,
): void {
  show({ tone: 'error', text, action, detail, reference, key })
}

/** Removes all earlier toasts, for events that make them obsolete, such as a login. */
export function dismissAllToasts(): void {
  wait([])
  display?.clear()
}

/** Shows toasts here from now on, first those that came before. The answer ends it. */
export function showToastsIn(next: ToastDisplay): () => void {
  display = next
  const early = waiting
  wait([])
  for (const toast of early) next.show(toast)
  return () => {
    if (display === next) display = undefined
  }
}

/** Returns whether toasts wait for something that shows them. */
export function toastsWait(): boolean {
  return waiting.length > 0
}

/** Registers a listener for changes of `toastsWait`; the returned function removes it. */
export function subscribeToWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(toast: Toast): void {
  if (display) display.show(toast)
  else wait([...waiting, toast])
}

function wait(toasts: readonly Toast[]): void {
  waiting = toasts
  for (const listener of listeners) listener()
}
