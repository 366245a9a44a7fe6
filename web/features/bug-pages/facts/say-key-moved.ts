import { messages } from '#web/lib/messages.ts'
import { toastWarning } from '#web/ui/notices/toast.ts'

/** Says that the key which closed and opened a bug does so no more, and what does. */
export const sayKeyMoved = (): void =>
  toastWarning(
    'x no longer closes bugs',
    undefined,
    `Press s to change the status, or use the button ${messages.bugView.toggleClosed}.`,
  )
