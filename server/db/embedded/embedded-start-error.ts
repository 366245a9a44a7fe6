/** A failed start that an operator can mend: `message` is one sentence that says what to do. */
export class EmbeddedStartError extends Error {
  override readonly name = 'EmbeddedStartError'
}

/** Returns the `code` of a system or PostgreSQL error ('ENOENT', '57P03'), '' when there is none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return String(error.code)
}
