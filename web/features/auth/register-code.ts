import type { RegisterCode } from '#shared/auth/contract.ts'
import { CallError } from '#web/lib/call-error.ts'

const codes: readonly string[] = [
  '200-added',
  '400-email',
  '401-loggedIn',
  '400-failed',
  '500-error',
] satisfies RegisterCode[]

/**
 * Returns the code of a refused registration; without an answer or with an unreadable one it is the server's failure.
 */
export function registerCodeOf(error: unknown): RegisterCode {
  const body = error instanceof CallError ? error.body : undefined
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return typeof code === 'string' && codes.includes(code) ? (code as RegisterCode) : '500-error'
}
