import type { ErrorCode } from '#shared/http/errors.ts'
import type { SocketRefusal } from '#shared/realtime/socket-event.ts'

/** Why an event was not carried out. `unreachable`: no answer came, so it may have been carried out all the same. */
export class SendError extends Error {
  override readonly name = 'SendError'
  readonly code: ErrorCode | 'unreachable'
  /** Whole seconds until the same may be tried again. */
  readonly retryAfterSeconds: number | undefined
  /** Finds the event in the server's log. */
  readonly requestId: string | undefined

  constructor(refusal: Omit<SocketRefusal, 'code'> & { code: ErrorCode | 'unreachable' }, options?: ErrorOptions) {
    super(refusal.message, options)
    this.code = refusal.code
    this.retryAfterSeconds = refusal.retryAfterSeconds
    this.requestId = refusal.requestId
  }
}

/** What `send` throws when no acknowledgement came. */
export function unanswered(cause?: unknown): SendError {
  return new SendError({ code: 'unreachable', message: 'The server did not answer.' }, { cause })
}
