import { useMutation, useQueryClient } from '@tanstack/react-query'
import { releaseMails, sendTestMail, tryMailAgain } from '#shared/mail/contract.ts'
import { call } from '#web/lib/call.ts'
import { CallError } from '#web/lib/call-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { useRecheckRights } from '#web/lib/session/use-recheck-rights.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { mailsQuery } from './mail-queries.ts'

/** What an administrator does about mail, one at a time. @param onGone called when what was pressed leaves the page */
export function useMailActs(onGone: () => void) {
  const client = useQueryClient()
  const recheckRights = useRecheckRights('canEditAnyUser')
  const readAgain = () => client.invalidateQueries({ queryKey: mailsQuery.queryKey })
  const failed = (words: string) => (failure: unknown) => {
    toastFailure(words, referenceOf(failure))
    if (failure instanceof CallError && failure.code === 'forbidden') void recheckRights()
    // Somebody else may have done it, or mail may be off by now.
    else void readAgain()
  }
  const again = useMutation({
    mutationFn: (mailId: string) => call(tryMailAgain, { params: { mailId } }),
    onSuccess: async (_, mailId) => {
      await client.cancelQueries({ queryKey: mailsQuery.queryKey })
      client.setQueryData(
        mailsQuery.queryKey,
        (mails) => mails && { ...mails, result: mails.result.filter(({ _id }) => _id !== mailId) },
      )
      toastSuccess(messages.mail.waiting)
      onGone()
      void readAgain()
    },
    onError: failed(messages.mail.againFailed),
  })
  const test = useMutation({
    mutationFn: () => call(sendTestMail, {}),
    onSuccess: ({ address }) => {
      toastSuccess(messages.mail.testSent(address))
      void readAgain()
    },
    onError: failed(messages.mail.testFailed),
  })
  const release = useMutation({
    mutationFn: () => call(releaseMails, {}),
    onSuccess: async () => {
      toastSuccess(messages.mail.released)
      onGone()
      await readAgain()
    },
    onError: failed(messages.mail.releaseFailed),
  })
  return {
    tryAgain: again.mutate,
    trying: again.isPending ? again.variables : undefined,
    sendTest: () => test.mutate(),
    isTesting: test.isPending,
    release: () => release.mutate(),
    isReleasing: release.isPending,
  }
}
