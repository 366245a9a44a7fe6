import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Role } from '#shared/roles/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { refreshPeople } from '#web/lib/query-client.ts'
import { useRecheckRights } from '#web/lib/session/use-recheck-rights.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { roleMatrixQuery, withRole } from './role-queries.ts'

/**
 * Writes a role and reports the result. A role decides what people may do, so everything is read again afterwards.
 * @param former the name of a role that is renamed or deleted by it
 */
export function useRoleWrite<Input>(
  send: (input: Input) => Promise<Role | null>,
  texts: { success: string; failure: string },
  former?: string,
) {
  const client = useQueryClient()
  const recheckRights = useRecheckRights('canEditAnyUser')
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: send,
    onSuccess: async (role) => {
      await client.cancelQueries({ queryKey: roleMatrixQuery.queryKey })
      client.setQueryData(roleMatrixQuery.queryKey, (roles) => {
        const others = roles?.filter(({ name }) => name !== former)
        return others && role ? withRole(others, role) : others
      })
      toastSuccess(texts.success)
    },
    onError: (failure) => {
      toastFailure(texts.failure, referenceOf(failure))
      // Without a field the refusal is not about the role: the sender may have lost the right to this page.
      if (failure instanceof CallError && failure.code === 'forbidden' && !failure.field) void recheckRights()
    },
  })

  /** Writes; returns false when it was refused or failed. */
  async function write(input: Input): Promise<boolean> {
    try {
      await mutateAsync(input)
    } catch {
      return false
    }
    void refreshPeople(client)
    void recheckRights()
    return true
  }

  return { write, isSending: isPending, failure: isPending ? null : error, forgetFailure: () => error && reset() }
}
