import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  acceptReceivedMail,
  deleteReceivedMail,
  retryReceivedMail,
  revokeReplyAddress,
} from '#shared/mail-in/contract.ts'
import { call } from '#web/lib/call.ts'
import { CallError } from '#web/lib/call-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useRecheckRights } from '#web/lib/session/use-recheck-rights.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { receivedQuery } from './received-queries.ts'

/** What an administrator does about a mail that is held, with what it says then. */
export const receivedActs = {
  accept: { endpoint: acceptReceivedMail, done: 'Mail Taken!', failed: 'Mail Take FAILED!', leaves: true },
  again: {
    endpoint: retryReceivedMail,
    done: 'Mail Is Looked At Again!',
    failed: 'Mail Try Again FAILED!',
    leaves: true,
  },
  revoke: {
    endpoint: revokeReplyAddress,
    done: 'Address Taken Back!',
    failed: 'Address Take Back FAILED!',
    leaves: false,
  },
  remove: { endpoint: deleteReceivedMail, done: 'Mail Deleted!', failed: 'Mail Delete FAILED!', leaves: true },
} as const
export type ReceivedAct = keyof typeof receivedActs

/** Does them, one at a time. @param onGone called when the mail leaves the page */
export function useReceivedActs(onGone: () => void) {
  const client = useQueryClient()
  const recheckRights = useRecheckRights('canEditAnyUser')
  const readAgain = () => client.invalidateQueries({ queryKey: receivedQuery.queryKey })
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ act, receivedId }: { act: ReceivedAct; receivedId: string }) =>
      void (await call(receivedActs[act].endpoint, { params: { receivedId } })),
    onSuccess: async (_, { act, receivedId }) => {
      await client.cancelQueries({ queryKey: receivedQuery.queryKey })
      if (receivedActs[act].leaves) {
        client.setQueryData(
          receivedQuery.queryKey,
          (mails) => mails && { ...mails, result: mails.result.filter(({ _id }) => _id !== receivedId) },
        )
        onGone()
      }
      toastSuccess(receivedActs[act].done)
      void readAgain()
    },
    onError: (failure, { act }) => {
      toastFailure(receivedActs[act].failed, referenceOf(failure))
      if (failure instanceof CallError && failure.code === 'forbidden') void recheckRights()
      // Somebody else may have done it.
      else void readAgain()
    },
  })
  return { run: mutate, isPending }
}
