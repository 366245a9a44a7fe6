import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteComment } from '#shared/comments/contract.ts'
import { call } from '#web/lib/call.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { keepComment } from './comment-cache.ts'

/** Deletes a comment; its entry remains. */
export function useDeleteComment(bugId: string, commentId: string) {
  const client = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => (await call(deleteComment, { params: { bugId, commentId } })).comment,
    onSuccess: async (comment) => {
      await keepComment(client, bugId, comment, { isNew: false })
      toastSuccess(messages.comment.deleted)
    },
    onError: (error) => toastFailure(messages.comment.deleteFailed, referenceOf(error)),
  })
  return { remove: () => mutate(), isDeleting: isPending, failure: isPending ? null : error, reset }
}
