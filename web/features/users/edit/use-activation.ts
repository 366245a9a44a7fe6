import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setUserActive, type User } from '#shared/users/contract.ts'
import { call } from '#web/lib/call.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { refreshPeople } from '#web/lib/query-client.ts'
import { useRecheckRights } from '#web/lib/session/use-recheck-rights.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { userQuery } from '../user-queries.ts'

/** Deactivates or reactivates an account. */
export function useActivation(user: User, onDone: () => void) {
  const client = useQueryClient()
  const recheckRights = useRecheckRights('canEditAnyUser')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (active: boolean) =>
      (await call(setUserActive, { params: { userId: user._id }, body: { active } })).result,
    onSuccess: async (changed) => {
      const { queryKey } = userQuery(user._id)
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, changed)
      toastSuccess(changed.isDeactivated ? messages.userActivation.deactivated : messages.userActivation.reactivated)
      onDone()
      await refreshPeople(client)
    },
    onError: (error) => toastFailure(messages.userActivation.failed, referenceOf(error)),
    // A person who deactivates themselves is logged out; a refused one may have lost the right to this page.
    onSettled: () => recheckRights(),
  })
  return {
    setActive: (active: boolean) => mutate(active),
    isPending,
    failure: isPending ? null : error,
    forgetFailure: () => reset(),
  }
}
