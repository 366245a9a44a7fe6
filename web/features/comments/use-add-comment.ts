import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { Comment } from '#shared/comments/comment.ts'
import { addComment, addInternalComment, deleteComment } from '#shared/comments/contract.ts'
import { bugKeys, showOfBug } from '#web/features/bugs/public.ts'
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
import { type CommentKind, type OutgoingComment, outgoingComments } from './outgoing.ts'

interface Sent extends OutgoingComment {
  readonly isInternal: boolean
  readonly account: string
  readonly name: string
  /** Called once it is stored, wherever its writer is then. */
  readonly onStored: (() => void) | undefined
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
    mutationFn: ({ key, message, asks, isInternal }: Sent) =>
      call(isInternal ? addInternalComment : addComment, {
        params: { bugId },
        body: { message, ...(asks && { asks }) },
        headers: { 'idempotency-key': key },
      }),
    onSuccess: async ({ comment }, sent) => {
      await keepComment(client, bugId, comment, { isNew: true })
      outgoingComments(sent.account, bugId, sent.isInternal).drop(sent.key)
      dismissAllToasts()
      if (sent.asks)
        toastSuccess('The reporter was asked', { label: 'Undo', onClick: () => void takeBack(client, bugId, comment) })
      // What follows is told instead.
      else if (sent.onStored) sent.onStored()
      else toastSuccess(sent.isInternal ? messages.comment.internalAdded : messages.comment.added)
    },
    onError: (error, { account: writer, name: _, onStored: __, isInternal, ...comment }) => {
      if (comment.asks) readAgain(client, bugId)
      outgoingComments(writer, bugId, isInternal).giveBack(comment, {
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
    add: (message: string, kind: CommentKind, onStored?: () => void) => {
      const [asks, isInternal] = [kind === 'question', kind === 'internal']
      const begun = outgoingComments(account, bugId, isInternal).begin(message, lastTimestamp(client, bugId), asks)
      if (asks) {
        const [isWaiting, waitingSince] = [true, new Date().toISOString()]
        showOfBug(client, bugId, { isWaiting, waitingSince, question: { askedBy: { _id: account, fullName: name } } })
      }
      mutate({ ...begun, account, name, isInternal, onStored })
    },
    sending,
  }
}

/** What was shown of a question that was not asked. */
function readAgain(client: QueryClient, bugId: string): void {
  void client.invalidateQueries({ queryKey: bugKeys.view(bugId) })
  void client.invalidateQueries({ queryKey: bugKeys.lists })
}

/** Deletes a question again, with which the waiting ends. */
async function takeBack(client: QueryClient, bugId: string, { commentId }: Comment): Promise<void> {
  try {
    const { comment } = await call(deleteComment, { params: { bugId, commentId } })
    showOfBug(client, bugId, { isWaiting: false, waitingSince: undefined, question: undefined })
    await keepComment(client, bugId, comment, { isNew: false })
    toastSuccess(messages.comment.deleted)
  } catch (error) {
    toastFailure(messages.comment.deleteFailed, referenceOf(error), explainError(error).explanation)
  }
}

/** Returns why a comment whose text is back in the box was not stored; null once that text is changed or sent again. */
export function useFailedComment(bugId: string, isInternal: boolean, text: string): Error | null {
  const failures = useMutationState({
    filters: { mutationKey: addKey(bugId), status: 'error' },
    select: ({ state }) => ({ error: state.error, sent: state.variables as Sent }),
  })
  return failures.findLast(({ sent }) => sent.isInternal === isInternal && text.includes(sent.message))?.error ?? null
}

/** Returns the timestamp of the last known event of a bug; empty without one. */
function lastTimestamp(client: QueryClient, bugId: string): string {
  const timestamps = (['all', 'comments'] as const).map((filter) => {
    return client.getQueryData(timelineQuery(client, bugId, filter).queryKey)?.entries.at(-1)?.at ?? ''
  })
  return timestamps.toSorted().at(-1) ?? ''
}

/** Returns a comment as it will be. It has no actions before the server has given it an id. */
function commentOnItsWay({ key, message, account, name, isInternal }: Sent): Comment {
  return {
    commentId: key,
    user: { _id: account, fullName: name },
    createdOn: '',
    message,
    version: 1,
    ...(isInternal && { isInternal }),
    isDeleted: false,
    mentions: [],
    abilities: { edit: false, delete: false },
  }
}
