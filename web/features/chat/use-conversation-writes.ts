import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  blockVisitor,
  closeConversation,
  type Conversation,
  deleteConversation,
  sendTranscript,
  takeConversation,
} from '#shared/chat/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { explainRefusal } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { chatKeys } from './chat-keys.ts'

type Change =
  | { readonly what: 'take'; readonly taken: boolean; readonly from?: string }
  | { readonly what: 'close'; readonly closed: boolean }
  | { readonly what: 'block'; readonly blocked: boolean }

/** Returns all writes to a whole conversation. */
export function useConversationWrites(conversationId: string) {
  const client = useQueryClient()
  const params = { conversationId }

  const change = useMutation({
    mutationFn: async (asked: Change): Promise<Conversation> => (await send(asked)).result,
    onSuccess: (conversation, { what }) => {
      client.setQueryData(chatKeys.view(conversationId), conversation)
      void client.invalidateQueries({ queryKey: chatKeys.lists })
      if (what === 'close') toastSuccess(conversation.isClosed ? messages.inbox.closed : messages.inbox.reopened)
      if (what === 'block') toastSuccess(conversation.isBlocked ? messages.inbox.blocked : messages.inbox.unblocked)
    },
    onError: (error) => {
      // Shows the new assignee as soon as it is known.
      void client.invalidateQueries({ queryKey: chatKeys.view(conversationId) })
      toastFailure(explainRefusal(error).explanation, referenceOf(error))
    },
  })

  function send(asked: Change) {
    if (asked.what === 'close') return call(closeConversation, { params, body: { closed: asked.closed } })
    if (asked.what === 'block') return call(blockVisitor, { params, body: { blocked: asked.blocked } })
    const { taken, from } = asked
    return call(takeConversation, { params, body: { taken, ...(from !== undefined && { from }) } })
  }

  const removal = useMutation({
    mutationFn: () => call(deleteConversation, { params }),
    onSuccess: async () => {
      toastSuccess(messages.inbox.deleted)
      client.removeQueries({ queryKey: chatKeys.view(conversationId) })
      await client.invalidateQueries({ queryKey: chatKeys.lists })
    },
    onError: (error) => {
      // Another person was faster.
      if (error instanceof CallError && error.code === 'not-found') {
        void client.invalidateQueries({ queryKey: chatKeys.lists })
      }
    },
  })

  const transcript = useMutation({
    mutationFn: () => call(sendTranscript, { params }),
    onSuccess: () => toastSuccess(messages.inbox.transcriptSent),
    onError: (error) =>
      toastFailure(
        error instanceof CallError && error.code === 'too-many-requests'
          ? error.message
          : explainRefusal(error).explanation,
        referenceOf(error),
      ),
  })

  return {
    sendTranscript: () => transcript.isPending || transcript.mutate(),
    take: (taken: boolean, from?: string) =>
      change.mutateAsync({ what: 'take', taken, ...(from !== undefined && { from }) }),
    close: (closed: boolean) => change.mutateAsync({ what: 'close', closed }),
    block: (blocked: boolean) => change.mutateAsync({ what: 'block', blocked }),
    remove: removal.mutateAsync,
    isPending: change.isPending,
    isRemoving: removal.isPending,
    removalFailure: removal.error,
  }
}
