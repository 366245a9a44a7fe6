import type { RegisterCode } from '#shared/auth/contract.ts'
import { CallError } from '#web/lib/call-error.ts'

const codes: readonly string[] = [
  '200-added',
  '400-email',
  '401-loggedIn',
  '400-failed',
  '500-error',
] satisfies RegisterCode[]

/** The code that a refused registration carries; no answer and an unreadable one count as the server's fault. */
export function registerCodeOf(error: unknown): RegisterCode {
  const body = error instanceof CallError ? error.body : undefined
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return typeof code === 'string' && codes.includes(code) ? (code as RegisterCode) : '500-error'
}
