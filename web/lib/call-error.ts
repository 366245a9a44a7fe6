import type { Conflict } from '#shared/history/conflict.ts'
import type { ErrorBody, ErrorCode } from '#shared/http/errors.ts'

/**
 * Why a call failed. `unreachable`: no answer came at all; `unreadable`: the answer is not the server's, such as a
 * proxy's error page. All others are the server's own codes.
 */
export type CallErrorCode = ErrorCode | 'unreachable' | 'unreadable'

/** Thrown by `call` for every answer without a 2xx status. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: CallErrorCode
  /** The parameter or body key that the server refused. */
  readonly field: string | undefined
  /** Finds the line in the server's log. */
  readonly requestId: string | undefined
  /** How long the server asks to wait, in whole seconds. */
  readonly retryAfterSeconds: number | undefined
  /** The parsed answer, for calls whose refusals have further keys. */
  readonly body: unknown

  constructor(facts: {
    status: number
    code: CallErrorCode
    message: string
    field?: string | undefined
    requestId?: string | undefined
    retryAfterSeconds?: number | undefined
    body?: unknown
    cause?: unknown
  }) {
    super(facts.message, { cause: facts.cause })
    this.status = facts.status
    this.code = facts.code
    this.field = facts.field
    this.requestId = facts.requestId
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.body = facts.body
  }
}

/**
 * Returns whether a call got no usable answer: none at all, or one from a server without its database or from a proxy.
 * A refusal (4xx) is an answer.
 */
export function saysNothing(error: unknown): error is CallError {
  return error instanceof CallError && (error.code === 'unreadable' || error.status < 400 || error.status >= 500)
}

/**
 * Returns the conflict of a change that the server refused because others changed the same meanwhile; otherwise
 * undefined.
 */
export function conflictOf(error: unknown): Conflict | undefined {
  if (!(error instanceof CallError) || error.code !== 'conflict') return undefined
  const { body } = error
  const isTold = typeof body === 'object' && body !== null && 'conflict' in body
  // Trusted as typed, as all answers are, because the server writes it by the same schema.
  return isTold ? (body.conflict as Conflict | undefined) : undefined
}

/** Converts a refusal to an error. `body` is undefined when the answer was not JSON. */
export function refusalOf(status: number, headers: Headers, body: unknown): CallError {
  const error = isErrorBody(body) ? body.error : undefined
  return new CallError({
    status,
    code: error?.code ?? 'unreadable',
    message: error?.message ?? `The server answered with status ${status}.`,
    field: error?.field,
    requestId: error?.requestId ?? headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsToWait(headers.get('retry-after')),
    body,
  })
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
}

/** Returns the seconds of a Retry-After header, which is a number or a date. */
function secondsToWait(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds))
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
