import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Permission } from '#shared/access/permissions.ts'
import { refreshSession } from './session.ts'

/**
 * Reads the session again, for screens that need a permission which a call may just have removed, or whose loss may be
 * why it was refused. Without the permission the screen's guard redirects, with its text.
 */
export function useRecheckRights(permission: Permission): () => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return async () => {
    const session = await refreshSession(client)
    if (!session.has(permission)) await router.invalidate()
  }
}
