import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError } from '#web/lib/call-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useRecheckRights } from '#web/lib/session/use-recheck-rights.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

/** Writes about products and reports the result. What people see follows from it, so the session and all products are read again. */
export function useProductWrite<Input, Output>(
  send: (input: Input) => Promise<Output>,
  texts: { success: string; failure: string },
) {
  const client = useQueryClient()
  const recheckRights = useRecheckRights('canManageProducts')
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['products'] })
      toastSuccess(texts.success)
    },
    onError: (failure) => {
      toastFailure(texts.failure, referenceOf(failure))
      if (failure instanceof CallError && failure.code === 'conflict') {
        void client.invalidateQueries({ queryKey: ['products'] })
      }
    },
  })

  /** Returns what failed; undefined when nothing did. */
  async function write(input: Input): Promise<{ readonly failure: unknown } | undefined> {
    try {
      await mutateAsync(input)
      return undefined
    } catch (failure) {
      return { failure }
    } finally {
      void recheckRights()
    }
  }

  return { write, isSending: isPending, failure: isPending ? null : error, forgetFailure: () => error && reset() }
}
