import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CallError } from '#web/lib/call-error.ts'
import { refreshSession } from './session.ts'

/**
 * Runs the screen's guard again when the server refuses a call although the guard let the reader in: the session has
 * ended, or a right was removed. The session is read again, and the guard redirects with its text.
 */
export function useGuardAgain(error: unknown): void {
  const client = useQueryClient()
  const router = useRouter()
  const isRefused = error instanceof CallError && (error.code === 'not-signed-in' || error.code === 'forbidden')
  useEffect(() => {
    async function guardAgain() {
      try {
        await refreshSession(client)
      } catch {
        // Logging in or out meanwhile cancels this, and navigates by itself.
        return
      }
      await router.invalidate()
    }
    if (isRefused) void guardAgain()
  }, [client, router, isRefused])
}
