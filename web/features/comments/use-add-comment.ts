import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addComment } from '#shared/comments/contract.ts'
import { bugKeys, bugQuery } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { messages } from '#web/lib/messages.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** Adds a comment to a bug. `sending` is the text on its way, to be shown before the server has it. */
export function useAddComment(bugId: string) {
  const client = useQueryClient()
  const { queryKey } = bugQuery(bugId)

  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (message: string) => call(addComment, { params: { bugId }, body: { message } }),
    onSuccess: async ({ comment }) => {
      // A read that began before the comment was stored must not overwrite it.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (bug) => {
        if (!bug || bug.comments.some((known) => known.commentId === comment.commentId)) return bug
        const comments = [...bug.comments, comment]
        return { ...bug, comments, commentCount: comments.length }
      })
      void client.invalidateQueries({ queryKey })
      void client.invalidateQueries({ queryKey: bugKeys.lists })
      toastSuccess(messages.comment.added)
    },
    onError: () => toastError(messages.comment.failed),
  })

  return { add: mutateAsync, sending: isPending ? variables : undefined }
}
