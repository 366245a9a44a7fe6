import { SendError } from '#web/lib/socket/socket-refusal.ts'
import { CallError } from './call-error.ts'

/**
 * Returns the id under which the server's log has details of a failed call or event; undefined for refusals, which are
 * complete, and without an answer.
 */
export function referenceOf(error: unknown): string | undefined {
  if (error instanceof SendError)
    return error.code === 'internal' || error.code === 'unavailable' ? error.requestId : undefined
  return error instanceof CallError && error.status >= 500 ? error.requestId : undefined
}
