import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addComment, type Comment } from '#shared/comments/contract.ts'
import { call } from '#web/lib/call.ts'
import { messages } from '#web/lib/messages.ts'
import { type Session, useSession } from '#web/lib/session.ts'
import { dismissAllToasts, toastError, toastSuccess } from '#web/ui/toast.ts'
import { keepComment } from './comment-cache.ts'

/** Adds a comment to a bug. `sending` is the one on its way, to be shown before the server has it. */
export function useAddComment(bugId: string) {
  const client = useQueryClient()
  const session = useSession()

  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (message: string) => call(addComment, { params: { bugId }, body: { message } }),
    onSuccess: async ({ comment }) => {
      await keepComment(client, bugId, comment)
      dismissAllToasts()
      toastSuccess(messages.comment.added)
    },
    onError: () => toastError(messages.comment.failed),
  })

  return { add: mutateAsync, sending: isPending ? commentOnItsWay(session, variables) : undefined }
}

/** A comment as it will be; nothing can be done to it before the server has given it an id. */
function commentOnItsWay({ userId = '', name }: Session, message: string): Comment {
  return {
    commentId: 'on-its-way',
    user: { _id: userId, fullName: name },
    createdOn: '',
    message,
    isDeleted: false,
    abilities: { edit: false, delete: false },
  }
}
