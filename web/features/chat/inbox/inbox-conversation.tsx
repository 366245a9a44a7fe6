import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useActions } from '#web/lib/keys/actions.ts'
import { CallError } from '#web/lib/call-error.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { AnswerComposer } from '../answers/answer-composer.tsx'
import { ConversationMessages } from '../conversation/conversation-messages.tsx'
import { conversationQuery } from '../inbox-queries.ts'
import { NewMessages } from '../conversation/new-messages.tsx'
import { ReconnectingStrip } from '../conversation/reconnecting-strip.tsx'
import { ReportFromChat } from '../report/report-from-chat.tsx'
import { SelectionBar } from '../report/selection-bar.tsx'
import { TypingIndicator } from '../conversation/typing-indicator.tsx'
import { useChannel, useThread } from '../channel/use-chat.ts'
import { useMessageSelection } from '../conversation/use-message-selection.ts'
import { useNotes } from '../conversation/use-notes.ts'
import { useSeen } from '../channel/use-seen.ts'
import { FactsColumn, FoldedFacts } from './conversation-facts.tsx'
import { ConversationGone } from './conversation-gone.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import './inbox-conversation.css'

/** Shows the open conversation: its messages, the field to answer, and what is known about the visitor. */
export function InboxConversation({
  conversationId,
  isAlone,
  onClose,
}: {
  conversationId: string
  /** Whether there is no list beside it. */
  isAlone: boolean
  onClose: () => void
}) {
  const input = useRef<HTMLTextAreaElement>(null)
  const pane = useRef<HTMLElement>(null)
  const channel = useChannel(conversationId)
  const thread = useThread(channel)
  const { data: conversation, error, isFetching, refetch } = useQuery(conversationQuery(conversationId))
  const notes = useNotes(conversationId)
  const selecting = useMessageSelection(thread)
  const [isReporting, setIsReporting] = useState(false)
  useSeen(channel, thread)
  // Opening a conversation focuses the field; on a phone the keyboard would hide the messages.
  const toBeginning = () => {
    if (isAlone) pane.current?.querySelector<HTMLElement>('h1')?.focus()
    else input.current?.focus({ preventScroll: true })
  }
  const begin = useEffectEvent(toBeginning)
  useEffect(() => begin(), [])
  // Where the list or the way back to it goes with the width of the window, so may the focus.
  useEffect(() => {
    if (document.activeElement === document.body) begin()
  }, [isAlone])

  const leave = () => {
    onClose()
    // The list has to be rendered before one of its rows can take the focus.
    requestAnimationFrame(() => requestAnimationFrame(() => focusRow(conversationId)))
  }
  const endChoosing = () => {
    selecting.end()
    // The field has to be rendered again before it can take the focus.
    requestAnimationFrame(toBeginning)
  }
  const isChoosing = selecting.selection !== undefined
  useActions([
    {
      id: 'conversation.stop-choosing',
      label: 'Choose no messages for a bug',
      group: 'Conversation',
      keys: 'Escape',
      within: pane,
      isEnabled: isChoosing,
      whileTyping: true,
      inPalette: false,
      run: endChoosing,
    },
    {
      id: 'conversation.leave',
      label: 'Back to the conversations',
      group: 'Conversation',
      keys: 'Escape',
      within: pane,
      isEnabled: !isChoosing,
      whileTyping: true,
      inPalette: false,
      run: leave,
    },
  ])
  const isGone = thread.wasDeleted || (error instanceof CallError && error.code === 'not-found')
  if (isGone) return <ConversationGone onClose={leave} />
  return (
    <section ref={pane} className="inbox-conversation" aria-label="Conversation">
      <NewMessages thread={thread} />
      <div className="inbox-conversation-main">
        <ConversationHeader
          conversation={conversation}
          conversationId={conversationId}
          isAlone={isAlone}
          isSelecting={isChoosing}
          onClose={leave}
          onSelect={selecting.begin}
        />
        {conversation && <FoldedFacts conversation={conversation} />}
        <ReconnectingStrip />
        {error && !conversation && (
          <LoadError
            title="The conversation could not be loaded"
            {...explainError(error)}
            onRetry={refetch}
            isRetrying={isFetching}
          />
        )}
        <ConversationMessages
          channel={channel}
          thread={thread}
          side="staff"
          selection={selecting.selection}
          notes={notes}
        />
        <TypingIndicator sender={thread.typing} />
        {selecting.selection ? (
          <SelectionBar selecting={selecting} onContinue={() => setIsReporting(true)} onCancel={endChoosing} />
        ) : (
          <AnswerComposer ref={input} conversationId={conversationId} conversation={conversation} channel={channel} />
        )}
      </div>
      {conversation && <FactsColumn conversation={conversation} />}
      {isReporting && conversation && (
        <ReportFromChat
          conversation={conversation}
          messages={selecting.messages}
          onCancel={() => setIsReporting(false)}
          onReported={() => {
            setIsReporting(false)
            endChoosing()
          }}
        />
      )}
    </section>
  )
}

/** Focuses a conversation's row, or the first one. */
function focusRow(conversationId: string): void {
  const row = document.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(conversationId)}"]`)
  ;(row ?? document.querySelector<HTMLElement>('[data-conversation], .inbox-list h1'))?.focus()
}
