import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Bug, closeBug } from '#shared/bugs/contract.ts'
import { call } from '#web/lib/call.ts'
import { messages } from '#web/lib/messages.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { bugQuery, keepBug } from './bug-queries.ts'

/** Closes an open bug and opens a closed one. The page shows the change at once and takes it back when it fails. */
export function useToggleClosed(bug: Bug) {
  const client = useQueryClient()
  const { queryKey } = bugQuery(bug._id)

  const { mutate, isPending } = useMutation({
    mutationFn: (closed: boolean) => call(closeBug, { params: { bugId: bug._id }, body: { closed } }),
    onMutate: async (closed) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, { ...before, isClosed: closed, status: closed ? 'Closed' : 'Open' })
      return before
    },
    onSuccess: ({ result }) => {
      keepBug(client, result)
      toastSuccess(result.isClosed ? messages.bugView.closed : messages.bugView.opened)
    },
    onError: (_error, _closed, before) => {
      client.setQueryData(queryKey, before)
      void client.invalidateQueries({ queryKey })
      toastError(messages.bugView.toggleFailed)
    },
  })

  return { toggle: () => mutate(!bug.isClosed), isPending }
}
