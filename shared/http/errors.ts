/** Every refusal of the server, and its HTTP status. Texts for people belong to the screens. */
export const errorStatus = {
  'invalid-input': 400,
  'email-taken': 400,
  'not-signed-in': 401,
  'already-signed-in': 401,
  'invalid-credentials': 401,
  forbidden: 403,
  'origin-refused': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  'headers-too-large': 431,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The body of every refusal; `field` names the wrong parameter or body key, `requestId` finds the log line. */
export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode
    readonly message: string
    readonly field?: string
    readonly requestId?: string
  }
}
