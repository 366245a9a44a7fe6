import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tryJobAgain } from '#shared/jobs/contract.ts'
import { call } from '#web/lib/call.ts'
import { CallError } from '#web/lib/call-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { useRecheckRights } from '#web/lib/session/use-recheck-rights.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { jobsQuery } from './job-queries.ts'

/** Has failed jobs tried again, one at a time. @param onDone called when one has left the list */
export function useTryAgain(onDone: () => void) {
  const client = useQueryClient()
  const recheckRights = useRecheckRights('canEditAnyUser')
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (jobId: string) => call(tryJobAgain, { params: { jobId } }),
    onSuccess: async (_, jobId) => {
      await client.cancelQueries({ queryKey: jobsQuery.queryKey })
      client.setQueryData(jobsQuery.queryKey, (jobs) => {
        if (!jobs) return jobs
        const { counts, result } = jobs
        const left = { ...counts, waiting: counts.waiting + 1, failed: counts.failed - 1 }
        return { counts: left, result: result.filter(({ _id }) => _id !== jobId) }
      })
      toastSuccess(messages.jobs.waiting)
      onDone()
    },
    onError: (failure) => {
      toastFailure(messages.jobs.failed, referenceOf(failure))
      if (failure instanceof CallError && failure.code === 'forbidden') void recheckRights()
      // Somebody else may have had it tried again, or a later try has done it.
      else void client.invalidateQueries({ queryKey: jobsQuery.queryKey })
    },
  })
  return { tryAgain: mutate, trying: isPending ? variables : undefined }
}
