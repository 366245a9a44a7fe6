import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { Comment } from '#shared/comments/comment.ts'
import { addComment } from '#shared/comments/contract.ts'
import { timelineQuery } from '#web/features/history/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useDraftAccount } from '#web/lib/drafts/use-draft.ts'
import { dismissAllToasts, toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { keepComment } from './comment-cache.ts'
import { type OutgoingComment, outgoingComments } from './outgoing.ts'

interface Sent extends OutgoingComment {
  readonly account: string
  readonly name: string
}

export const addKey = (bugId: string) => ['add comment', bugId]

/**
 * Adds comments to a bug, one after the other. `sending` are those without an answer yet, for showing at once. A
 * comment that can't be stored returns to the box, even when the page was left or reloaded meanwhile.
 */
export function useAddComment(bugId: string) {
  const client = useQueryClient()
  const account = useDraftAccount()
  const { name } = useSession()
  const mutationKey = addKey(bugId)

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: ({ key, message }: Sent) =>
      call(addComment, { params: { bugId }, body: { message }, headers: { 'idempotency-key': key } }),
    onSuccess: async ({ comment }, sent) => {
      await keepComment(client, bugId, comment, { isNew: true })
      outgoingComments(sent.account, bugId).drop(sent.key)
      dismissAllToasts()
      toastSuccess(messages.comment.added)
    },
    onError: (error, { account: writer, name: _, ...comment }) => {
      outgoingComments(writer, bugId).giveBack(comment, {
        isCertain: error instanceof CallError && error.status >= 400 && error.status < 500,
        isRestored: false,
      })
      toastFailure(messages.comment.failed, referenceOf(error), explainError(error).explanation)
    },
  })

  const sending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => commentOnItsWay(state.variables as Sent),
  })
  return {
    add: (message: string) => {
      const begun = outgoingComments(account, bugId).begin(message, lastTimestamp(client, bugId))
      mutate({ ...begun, account, name })
    },
    sending,
  }
}

/** Returns the timestamp of the last known event of a bug; empty without one. */
function lastTimestamp(client: QueryClient, bugId: string): string {
  const timestamps = (['all', 'comments'] as const).map((filter) => {
    return client.getQueryData(timelineQuery(client, bugId, filter).queryKey)?.entries.at(-1)?.at ?? ''
  })
  return timestamps.toSorted().at(-1) ?? ''
}

/** Returns a comment as it will be. It has no actions before the server has given it an id. */
function commentOnItsWay({ key, message, account, name }: Sent): Comment {
  return {
    commentId: key,
    user: { _id: account, fullName: name },
    createdOn: '',
    message,
    version: 1,
    isDeleted: false,
    mentions: [],
    abilities: { edit: false, delete: false },
  }
}
