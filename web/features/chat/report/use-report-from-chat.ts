import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ChatMessage } from '#shared/chat/chat-message.ts'
import { type Conversation, reportFromConversation } from '#shared/chat/contract.ts'
import { bugKeys, hasEmptyText, useBugTextFields } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { randomUuid } from '#web/lib/drafts/random-uuid.ts'
import { useSession } from '#web/lib/session/session.ts'
import { toastFailure, toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'
import { chatKeys } from '../chat-keys.ts'
import { bugTextsOf } from './transcript.ts'

/** Manages a bug from some messages: its texts, their errors, and sending. */
export function useReportFromChat(conversation: Conversation, chosen: readonly ChatMessage[], onReported: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { name } = useSession()
  const [texts, setTexts] = useState(() => bugTextsOf(chosen, conversation, name))
  const [sendsLink, setSendsLink] = useState(false)
  // The key stays with its texts, so that sending them again can't report twice.
  const key = useRef(randomUuid())
  const { fields, check } = useBugTextFields(texts, (name, text) => {
    key.current = randomUuid()
    setTexts({ ...texts, [name]: text })
  })

  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(reportFromConversation, {
        params: { conversationId: conversation._id },
        body: { ...texts, ...(sendsLink && { sendsLink }) },
        headers: { 'idempotency-key': key.current },
      }),
    onSuccess: ({ result }) => {
      void client.invalidateQueries({ queryKey: chatKeys.view(conversation._id) })
      void client.invalidateQueries({ queryKey: bugKeys.lists })
      toastSuccess(messages.report.success, {
        label: 'View bug',
        onClick: () => void navigate({ to: paths.viewBug(result._id) }),
      })
      onReported()
    },
    onError: (error) => toastFailure(messages.report.failed, referenceOf(error)),
  })

  /** Sends the form; returns false when a field is wrong. */
  function submit(): boolean {
    if (isPending) return true
    if (!check()) {
      if (hasEmptyText(texts)) toastWarning(messages.report.emptyFields)
      return false
    }
    mutate()
    return true
  }

  return {
    fields,
    sendsLink,
    /** Whether the visitor is mailed a link to the bug. */
    setSendsLink: (wanted: boolean) => {
      key.current = randomUuid()
      setSendsLink(wanted)
    },
    submit,
    isSending: isPending,
    failure: isPending ? null : error,
  }
}
