import { useMutation, useQueryClient } from '@tanstack/react-query'
import { editMe } from '#shared/users/contract.ts'
import type { BodyOf } from '#shared/http/endpoint.ts'
import { call } from '#web/lib/call.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { refreshPeople } from '#web/lib/query-client.ts'
import { toastFailure, toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'
import { isDemoPasswordLocked } from '../demo-password.ts'

/** Changes one's own account, and reports the result. The navigation bar reads the new name with everything else. */
export function useProfileUpdate() {
  const client = useQueryClient()
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: (body: BodyOf<typeof editMe>) => call(editMe, { body }),
  })

  /** Sends the change. @returns the refusal, or undefined when it succeeded */
  async function update(body: BodyOf<typeof editMe>): Promise<{ failure: unknown } | undefined> {
    try {
      await mutateAsync(body)
      await refreshPeople(client)
      toastSuccess(messages.profile.success)
      return undefined
    } catch (failure) {
      if (isDemoPasswordLocked(failure)) toastWarning(messages.profile.demoPasswordLocked)
      else toastFailure(messages.profile.failed, referenceOf(failure))
      return { failure }
    }
  }

  return { update, isPending, error: isPending ? null : error }
}
