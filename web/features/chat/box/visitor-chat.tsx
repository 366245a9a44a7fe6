import { useEffect, useRef } from 'react'
import { messages } from '#web/lib/messages.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { DraftRestored } from '#web/ui/notices/draft-restored.tsx'
import type { Channel } from '../channel/channel.ts'
import { Composer } from '../conversation/composer.tsx'
import { ConversationMessages } from '../conversation/conversation-messages.tsx'
import { NewMessages } from '../conversation/new-messages.tsx'
import { Presence } from '../conversation/presence.tsx'
import { type Thread, unreadOf } from '../channel/thread.ts'
import { TypingIndicator } from '../conversation/typing-indicator.tsx'
import { useChannel, useChatStatus, useThread } from '../channel/use-chat.ts'
import { useSeen } from '../channel/use-seen.ts'
import { ChatBox } from './chat-box.tsx'
import type { LiveChatProps } from './live-chat.tsx'
import { NobodyThere } from './nobody-there.tsx'
import { TranscriptButton } from './transcript-button.tsx'

/** Shows the visitor's own conversation while the box is open. */
export function VisitorChat({ isOpen, onClose, onWaiting }: LiveChatProps) {
  const channel = useChannel()
  const thread = useThread(channel)
  const unread = unreadOf(thread)
  useEffect(() => {
    onWaiting({ count: unread, words: unread === 1 ? '1 unread message' : `${unread} unread messages` })
  }, [unread, onWaiting])
  return (
    <>
      <NewMessages thread={thread} />
      {isOpen && <OwnConversation channel={channel} thread={thread} onClose={onClose} />}
    </>
  )
}

function OwnConversation({ channel, thread, onClose }: { channel: Channel; thread: Thread; onClose: () => void }) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText, { isRestored }] = useDraft('chat')
  const isConnected = useChatStatus() !== 'reconnecting'
  useSeen(channel, thread)
  useEffect(() => input.current?.focus(), [])

  const send = (message: string) => {
    channel.say(message)
    setText('')
  }
  return (
    <ChatBox
      header={messages.chat.userHeader}
      subtitle={
        <Presence isThere={isConnected && thread.staffPresent}>
          {isConnected ? presenceWords(thread.staffPresent) : 'No connection'}
        </Presence>
      }
      actions={<TranscriptButton channel={channel} thread={thread} />}
      onClose={onClose}
    >
      <ConversationMessages channel={channel} thread={thread} side="visitor">
        {thread.wasDeleted && (
          <p className="lines-note" role="status">
            The conversation that stood here was deleted. You can begin a new one.
          </p>
        )}
      </ConversationMessages>
      <TypingIndicator sender={thread.typing} />
      {!thread.staffPresent && <NobodyThere channel={channel} thread={thread} />}
      <Composer
        ref={input}
        text={text}
        onText={setText}
        onSend={send}
        onTyping={channel.sayTyping}
        notice={<DraftRestored isShown={isRestored} onDiscard={() => setText('')} />}
      />
    </ChatBox>
  )
}

function presenceWords(staffPresent: boolean): string {
  return staffPresent ? 'Somebody is here to answer' : 'Nobody is here right now'
}
