import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { logout } from '#shared/auth/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { endSession } from '#web/lib/session/session.ts'
import { toastFailure, toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'

const mutationKey = ['logout']

/**
 * Logs out. On a screen that needs a login it navigates to the home page. `start` returns whether nobody is logged in any more;
 * while one is `pending`, also elsewhere on the page, it does nothing.
 */
export function useLogout(): { start: () => Promise<boolean>; pending: boolean } {
  const client = useQueryClient()
  const router = useRouter()
  const request = useMutation({ mutationKey, mutationFn: () => call(logout) })
  const pending = useIsMutating({ mutationKey }) > 0

  const leave = async () => {
    if (router.state.matches.some((match) => match.staticData.needsLogin))
      await router.navigate({ to: paths.home, ignoreBlocker: true })
    await endSession(client)
  }
  const start = async () => {
    if (client.isMutating({ mutationKey }) > 0) return false
    try {
      await request.mutateAsync()
      await leave()
      toastSuccess(messages.logout.success)
    } catch (error) {
      if (error instanceof CallError && error.status === 401) {
        await leave()
        toastWarning(messages.logout.notLoggedIn)
      } else {
        toastFailure(explainError(error).explanation, referenceOf(error))
        return false
      }
    }
    return true
  }
  return { start, pending }
}
