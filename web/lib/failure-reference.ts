import { SendError } from '#web/lib/socket/socket-refusal.ts'
import { CallError } from './call-error.ts'

/**
 * The number under which the server's log tells more about a failed call or event; undefined for refusals, which say all
 * there is to know, and when nothing was answered.
 */
export function referenceOf(error: unknown): string | undefined {
  if (error instanceof SendError)
    return error.code === 'internal' || error.code === 'unavailable' ? error.requestId : undefined
  return error instanceof CallError && error.status >= 500 ? error.requestId : undefined
}
