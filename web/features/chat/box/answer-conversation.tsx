import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AnswerComposer } from '../answers/answer-composer.tsx'
import { ConversationLines } from '../conversation/conversation-lines.tsx'
import { conversationQuery } from '../inbox-queries.ts'
import { NewLines } from '../conversation/new-lines.tsx'
import { TypingLine } from '../conversation/typing-line.tsx'
import { useChannel, useThread } from '../channel/use-chat.ts'
import { useSeen } from '../channel/use-seen.ts'

/** Shows one conversation inside the box, with the field to answer it. */
export function AnswerConversation({ conversationId }: { conversationId: string }) {
  const input = useRef<HTMLTextAreaElement>(null)
  const channel = useChannel(conversationId)
  const thread = useThread(channel)
  const { data: conversation } = useQuery(conversationQuery(conversationId))
  useSeen(channel, thread)
  useEffect(() => input.current?.focus(), [])
  return (
    <>
      <NewLines thread={thread} />
      <ConversationLines channel={channel} thread={thread} side="staff">
        {thread.wasDeleted && (
          <p className="lines-note" role="status">
            This conversation was deleted.
          </p>
        )}
      </ConversationLines>
      <TypingLine sender={thread.typing} />
      <AnswerComposer ref={input} conversationId={conversationId} conversation={conversation} channel={channel} />
    </>
  )
}
