import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { addNote, type ChatNote, listNotes } from '#shared/chat/contract.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { randomUuid } from '#web/lib/drafts/random-uuid.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { useSession } from '#web/lib/session/session.ts'
import { toastFailure } from '#web/ui/notices/toast.ts'
import { chatKeys } from '../chat-keys.ts'

const none: readonly ChatNote[] = []

/** Returns the notes of staff on a conversation; none for who may not see them. */
export function useNotes(conversationId: string): readonly ChatNote[] {
  const { data } = useQuery({
    queryKey: chatKeys.notes(conversationId),
    queryFn: async ({ signal }) => (await call(listNotes, { params: { conversationId }, signal })).result,
    enabled: useSession().has('canViewInternalComments'),
  })
  return data ?? none
}

/** Returns how a note is added. Its text stays with the caller until it is stored; a second try stores it once. */
export function useAddNote(conversationId: string, onAdded: (message: string) => void) {
  const client = useQueryClient()
  const queryKey = chatKeys.notes(conversationId)
  const attempt = useRef({ message: '', key: '' })
  const { mutate, isPending } = useMutation({
    mutationFn: async (message: string) => {
      if (attempt.current.message !== message) attempt.current = { message, key: randomUuid() }
      const headers = { 'idempotency-key': attempt.current.key }
      return (await call(addNote, { params: { conversationId }, body: { message }, headers })).result
    },
    onSuccess: async (note, message) => {
      attempt.current = { message: '', key: '' }
      await client.cancelQueries({ queryKey })
      client.setQueryData<readonly ChatNote[]>(queryKey, (notes = []) => [
        ...notes.filter(({ _id }) => _id !== note._id),
        note,
      ])
      void client.invalidateQueries({ queryKey })
      onAdded(message)
    },
    onError: (error) => toastFailure(messages.chat.noteFailed, referenceOf(error), explainError(error).explanation),
  })
  return { add: (message: string) => !isPending && mutate(message), isPending }
}
