import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CallError } from '#web/lib/call-error.ts'
import { refreshSession } from './session.ts'

/**
 * For screens whose guard let the reader in by what was known of them, while the server, once asked, did not: the
 * session has ended, or a right was taken. Asks who is there, and the screen's own guard sends them away with its text.
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
        // Logging in or out meanwhile takes the question back, and leads elsewhere by itself.
        return
      }
      await router.invalidate()
    }
    if (isRefused) void guardAgain()
  }, [client, router, isRefused])
}
