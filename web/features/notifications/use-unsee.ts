import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unseeNotifications } from '#shared/following/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { notificationsQuery } from './notification-queries.ts'

/** Messages of what was marked as done take the place of one another: only the last one can be meant by its Undo. */
const toast = 'notifications done'

/** Takes back that notifications were marked as done, by the `seenOn` of the answer; `tell` says that they were, and offers it. */
export function useUnsee(): {
  unsee: (seenOn: string) => void
  tell: (what: string, seenOn: string, undo?: () => void) => void
} {
  const client = useQueryClient()
  const { mutate: unsee } = useMutation({
    mutationFn: (seenOn: string) => call(unseeNotifications, { body: { seenOn } }),
    onSuccess: async () => {
      toastSuccess('No longer done', undefined, undefined, toast)
      await client.invalidateQueries({ queryKey: notificationsQuery.queryKey })
    },
    onError: (error) => toastFailure('Still done', referenceOf(error), explainError(error).explanation),
  })
  return {
    unsee,
    tell: (what, seenOn, undo = () => unsee(seenOn)) =>
      toastSuccess('Marked as done', { label: 'Undo', onClick: undo }, what, toast),
  }
}
