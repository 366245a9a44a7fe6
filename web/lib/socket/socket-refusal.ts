import type { ErrorCode } from '#shared/http/errors.ts'
import type { SocketRefusal } from '#shared/realtime/socket-event.ts'

/** Why an event failed. `unreachable`: no answer came, so it may have succeeded. */
export class SendError extends Error {
  override readonly name = 'SendError'
  readonly code: ErrorCode | 'unreachable'
  /** Whole seconds until another try can succeed. */
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

/** Returns the error of `send` without an acknowledgement. */
export function unanswered(cause?: unknown): SendError {
  return new SendError({ code: 'unreachable', message: 'The server did not answer.' }, { cause })
}
