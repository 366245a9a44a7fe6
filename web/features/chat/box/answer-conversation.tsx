import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AnswerComposer } from '../answers/answer-composer.tsx'
import { ConversationMessages } from '../conversation/conversation-messages.tsx'
import { conversationQuery } from '../inbox-queries.ts'
import { NewMessages } from '../conversation/new-messages.tsx'
import { TypingIndicator } from '../conversation/typing-indicator.tsx'
import { useChannel, useThread } from '../channel/use-chat.ts'
import { useNotes } from '../conversation/use-notes.ts'
import { useSeen } from '../channel/use-seen.ts'

/** Shows one conversation inside the box, with the field to answer it. */
export function AnswerConversation({ conversationId }: { conversationId: string }) {
  const input = useRef<HTMLTextAreaElement>(null)
  const channel = useChannel(conversationId)
  const thread = useThread(channel)
  const { data: conversation } = useQuery(conversationQuery(conversationId))
  const notes = useNotes(conversationId)
  useSeen(channel, thread)
  useEffect(() => input.current?.focus(), [])
  return (
    <>
      <NewMessages thread={thread} />
      <ConversationMessages channel={channel} thread={thread} side="staff" notes={notes}>
        {thread.wasDeleted && (
          <p className="lines-note" role="status">
            This conversation was deleted.
          </p>
        )}
      </ConversationMessages>
      <TypingIndicator sender={thread.typing} />
      <AnswerComposer ref={input} conversationId={conversationId} conversation={conversation} channel={channel} />
    </>
  )
}
