import { Button } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId, useRef } from 'react'
import { maxMessageLength } from '#shared/chat/words.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { messages } from '#web/lib/messages.ts'
import './composer.css'

/** Shows the field for a message. Enter sends it, Shift+Enter begins a new line. */
export function Composer({
  text,
  onText,
  onSend,
  onTyping,
  onSlash,
  placeholder = 'Write a message',
  tools,
  notice,
  ref,
}: {
  text: string
  onText: (text: string) => void
  /** Called with a text that is neither empty nor too long. */
  onSend: (text: string) => void
  onTyping?: () => void
  /** Called for a slash at the very beginning, which is then not inserted. */
  onSlash?: () => void
  placeholder?: string
  /** Shown before the button. */
  tools?: ReactNode
  /** Why something was not sent. */
  notice?: ReactNode
  ref: Ref<HTMLTextAreaElement>
}) {
  const form = useRef<HTMLFormElement>(null)
  const hintId = useId()
  const tooMany = text.length - maxMessageLength

  function send() {
    if (text.trim() === '' || tooMany > 0) form.current?.querySelector('textarea')?.focus()
    else onSend(text)
  }

  const inField = { group: 'Conversation', within: form, whileTyping: true, inPalette: false } as const
  useActions([
    {
      ...inField,
      id: 'message.send',
      label: 'Send the message',
      keys: ['Enter', 'Mod+Enter'],
      run: send,
    },
    {
      ...inField,
      id: 'message.canned',
      label: 'Canned answers, in the empty field',
      keys: '/',
      isEnabled: onSlash !== undefined,
      run: () => (text === '' ? onSlash?.() : false),
    },
  ])
  return (
    <form
      ref={form}
      className="composer"
      aria-label="New message"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {notice}
      <textarea
        ref={ref}
        className="composer-input"
        aria-label="Message"
        aria-describedby={hintId}
        aria-invalid={tooMany > 0 || undefined}
        placeholder={placeholder}
        rows={1}
        enterKeyHint="send"
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value)
          if (event.currentTarget.value !== '') onTyping?.()
        }}
      />
      <div className="composer-row">
        {tools}
        <p id={hintId} className="composer-hint" data-over={tooMany > 0 || undefined}>
          {tooMany > 0
            ? `${tooMany.toLocaleString('en-US')} too many characters`
            : 'Enter sends, Shift+Enter: new line'}
        </p>
        <Button type="submit" size="xs" leftSection={<IconSend2 size={16} aria-hidden />}>
          {messages.chat.send}
        </Button>
      </div>
    </form>
  )
}
