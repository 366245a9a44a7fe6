import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createAnswer, deleteAnswer, editAnswer } from '#shared/chat/contract.ts'
import { call } from '#web/lib/call.ts'
import { messages } from '#web/lib/messages.ts'
import { toastSuccess } from '#web/ui/notices/toast.ts'
import { chatKeys } from '../chat-keys.ts'

export interface AnswerTexts {
  readonly title: string
  readonly message: string
}

/** Adds, changes and deletes canned answers. */
export function useAnswerWrites() {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: chatKeys.answers })
  const save = useMutation({
    mutationFn: ({ answerId, texts }: { answerId: string | undefined; texts: AnswerTexts }) =>
      answerId === undefined
        ? call(createAnswer, { body: texts })
        : call(editAnswer, { params: { answerId }, body: texts }),
    onSuccess: async () => {
      await onSuccess()
      toastSuccess(messages.inbox.answerSaved)
    },
  })
  const remove = useMutation({
    mutationFn: (answerId: string) => call(deleteAnswer, { params: { answerId } }),
    onSuccess: async () => {
      await onSuccess()
      toastSuccess(messages.inbox.answerDeleted)
    },
  })
  return { save, remove }
}
