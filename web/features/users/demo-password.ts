import { CallError } from '#web/lib/call-error.ts'
import { messages } from '#web/lib/messages.ts'

/** Returns whether the server refused to change the demo account's password. */
export function isDemoPasswordLocked(error: unknown): boolean {
  return (
    error instanceof CallError && error.field === 'password' && error.message === messages.profile.demoPasswordLocked
  )
}
