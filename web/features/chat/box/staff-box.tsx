import { IconArrowLeft, IconInbox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Conversation } from '#shared/chat/contract.ts'
import { messages } from '#web/lib/messages.ts'
import { paths } from '#web/lib/paths.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { DraftRestored } from '#web/ui/notices/draft-restored.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Composer } from '../conversation/composer.tsx'
import { AnswerConversation } from './answer-conversation.tsx'
import { ChatBox } from './chat-box.tsx'
import { OfferedConversations } from './offered-conversations.tsx'
import './staff-box.css'

/** Shows the box of staff: the waiting conversations, or one of them. */
export function StaffBox({
  conversations,
  hasFailed,
  onRetry,
  chosen,
  onChoose,
  onClose,
}: {
  /** Undefined until they are loaded. */
  conversations: readonly Conversation[] | undefined
  hasFailed: boolean
  onRetry: () => void
  /** Id of the open conversation. */
  chosen: string | undefined
  onChoose: (conversationId: string | undefined) => void
  onClose: () => void
}) {
  const name = conversations?.find(({ _id }) => _id === chosen)?.visitor.name
  return (
    <ChatBox
      header={messages.chat.adminHeader}
      subtitle={chosen === undefined ? 'Conversations that wait for you' : `with ${name ?? 'a visitor'}`}
      back={
        chosen !== undefined && (
          <IconButton
            size={32}
            aria-label="Back to the conversations"
            title="Back to the conversations"
            onClick={() => onChoose(undefined)}
          >
            <IconArrowLeft size={18} aria-hidden />
          </IconButton>
        )
      }
      actions={
        <Link
          to={paths.chat}
          search={chosen === undefined ? {} : { conversation: chosen }}
          className="chat-box-link"
          onClick={onClose}
        >
          <IconInbox size={16} aria-hidden />
          Open inbox
        </Link>
      }
      onClose={onClose}
    >
      {chosen === undefined ? (
        <NothingChosen conversations={conversations} hasFailed={hasFailed} onRetry={onRetry} onChoose={onChoose} />
      ) : (
        <AnswerConversation key={chosen} conversationId={chosen} />
      )}
    </ChatBox>
  )
}

/**
 * Shows the list, and a field that can't send before a conversation is chosen, so that no message reaches the wrong
 * visitor.
 */
function NothingChosen({
  onChoose,
  ...list
}: {
  conversations: readonly Conversation[] | undefined
  hasFailed: boolean
  onRetry: () => void
  onChoose: (conversationId: string) => void
}) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText, { isRestored }] = useDraft('chat')
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => input.current?.focus(), [])
  return (
    <>
      <OfferedConversations {...list} onChoose={onChoose} />
      <Composer
        ref={input}
        text={text}
        onText={(next) => {
          setText(next)
          setIsRefused(false)
        }}
        onSend={() => setIsRefused(true)}
        placeholder="Choose a conversation to answer"
        notice={
          isRefused ? (
            <Notice tone="error">Choose a conversation first. Your text is kept.</Notice>
          ) : (
            <DraftRestored isShown={isRestored} onDiscard={() => setText('')} />
          )
        }
      />
    </>
  )
}
