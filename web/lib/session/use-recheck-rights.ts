import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Permission } from '#shared/access/permissions.ts'
import { refreshSession } from './session.ts'

/**
 * For screens that need a permission which a call may just have taken from the reader, or which may be why it was
 * refused. Asks the server; whoever lacks the permission is sent away by the screen's own guard, with its text.
 */
export function useRecheckRights(permission: Permission): () => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return async () => {
    const session = await refreshSession(client)
    if (!session.has(permission)) await router.invalidate()
  }
}
