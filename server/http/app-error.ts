import type { ErrorCode } from '#shared/http/errors.ts'

interface Details {
  /** The body key or query parameter that is wrong. */
  readonly field?: string
  /** For 429: seconds until another try can succeed. */
  readonly retryAfterSeconds?: number
  /** For 409: the content that the endpoint's `conflict` schema declares. */
  readonly conflict?: unknown
  /** For `email-taken`: the account that the endpoint's `account` schema declares, for callers who may see whose an address is. */
  readonly account?: unknown
}

/**
 * A refusal that the caller is told. Anything else that is thrown is a defect: it is logged completely and answered
 * with 500.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  /** @param message one sentence for the developer who calls the endpoint; screens have texts of their own */
  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}
