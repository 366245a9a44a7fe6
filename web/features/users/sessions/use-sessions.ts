import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '#web/lib/call-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { useRecheckRights } from '#web/lib/session/use-recheck-rights.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import type { SessionSource } from './session-sources.ts'

/** Reads a person's sessions, and ends them. */
export function useSessions({ key, read, end, endsAll }: SessionSource) {
  const client = useQueryClient()
  const recheckRights = useRecheckRights('canEditAnyUser')
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => read(signal) })

  const ending = useMutation({
    mutationFn: end,
    onSuccess: async (left, which) => {
      await client.cancelQueries({ queryKey: key })
      client.setQueryData(key, left)
      toastSuccess(which === endsAll ? messages.sessions.allEnded : messages.sessions.ended)
    },
    onError: (failure) => {
      toastFailure(messages.sessions.failed, referenceOf(failure))
      // The viewer of another person's sessions may have lost the right to do so.
      if (endsAll === 'all' && failure instanceof CallError && failure.code === 'forbidden') void recheckRights()
    },
  })

  return {
    sessions: query.data,
    error: query.error,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
    end: (which: string) => ending.mutate(which),
    /** The session that is being ended, or the word for all. */
    endingWhich: ending.isPending ? ending.variables : undefined,
    failure: ending.isPending ? null : ending.error,
  }
}
