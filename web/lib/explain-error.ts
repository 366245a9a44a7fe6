import { CallError } from './call-error.ts'

/** Returns the explanation of a failed call: one sentence, and the id that finds it in the log. */
export function explainError(error: unknown): { explanation: string; requestId: string | undefined } {
  if (!(error instanceof CallError)) {
    return { explanation: 'The page ran into a fault of its own. Reloading it may help.', requestId: undefined }
  }
  return { explanation: explanationOf(error), requestId: error.requestId }
}

/**
 * Works as `explainError`, for calls whose refusals explain who may do what: the server's own sentence replaces the
 * general one. It is complete, so there is nothing to look up in the log.
 */
export function explainRefusal(error: unknown): { explanation: string; requestId: string | undefined } {
  const isRefusal = error instanceof CallError && (error.code === 'forbidden' || error.code === 'conflict')
  return isRefusal ? { explanation: error.message, requestId: undefined } : explainError(error)
}

function explanationOf(error: CallError): string {
  if (error.code === 'unreachable') return 'The server could not be reached. Check the connection and try again.'
  if (error.code === 'too-many-requests') return tooManyRequests(error.retryAfterSeconds)
  if (error.code === 'not-signed-in') return 'You are no longer logged in. Log in again to go on.'
  if (error.code === 'forbidden') return 'Your account may not do this. An administrator can change that.'
  if (error.code === 'too-large') return 'This is more text than the server accepts at once.'
  // The server's sentence says what is away or full, and that nothing was stored.
  if (error.code === 'unavailable') return error.message
  if (error.status >= 500 || error.code === 'unreadable') return 'The server could not answer. Try again in a moment.'
  return error.message
}

/** Returns in a few words, without a full stop, why a call got no usable answer (`saysNothing`). */
export function outageWords(error: CallError): string {
  if (error.code === 'unreachable') return 'The server can’t be reached'
  // A call that only reads needs nothing but the database.
  if (error.code === 'unavailable') return 'The database can’t be reached'
  return 'The server can’t answer'
}

/** Asks the person to wait, with the time where the server named one. */
export function tooManyRequests(seconds: number | undefined): string {
  if (seconds === undefined) return 'Too many attempts. Wait a moment and try again.'
  const minutes = seconds > 90 ? ` (about ${Math.ceil(seconds / 60)} minutes)` : ''
  return `Too many attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}${minutes}.`
}
