import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { assignBug, type Bug } from '#shared/bugs/contract.ts'
import { bugKeys, keepBug } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** Assigns a bug, and reads it again afterwards. */
export function useAssign(bug: Bug, onAssigned: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (userId: string) =>
      (await call(assignBug, { params: { bugId: bug._id }, body: { userId } })).result,
    onSuccess: (assigned) => {
      keepBug(client, assigned)
      void client.invalidateQueries({ queryKey: bugKeys.view(bug._id) })
      toastSuccess(messages.assign.success, {
        label: 'View bug',
        onClick: () => void navigate({ to: paths.viewBug(bug._id) }),
      })
      onAssigned()
    },
    onError: () => toastError(messages.assign.failed),
  })
  return { assign: mutate, isPending, failure: isPending ? null : error }
}
