import { IconSend2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ClipboardEvent, type DragEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { maxMessageLength } from '#shared/chat/words.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { messages } from '#web/lib/messages.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { paths } from '#web/lib/paths.ts'
import { numberOf } from '#web/ui/text/number-format.ts'
import './composer.css'

/** Shows the field for a message. Enter sends it, Shift+Enter begins a new line. */
export function Composer({
  text,
  onText,
  onSend,
  onTyping,
  onSlash,
  placeholder = 'Write a message',
  label = 'Message',
  sends = messages.chat.send,
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
  /** What the field is called. */
  label?: string
  /** The words of the button. */
  sends?: string
  /** Shown before the button. */
  tools?: ReactNode
  /** Why something was not sent. */
  notice?: ReactNode
  ref: Ref<HTMLTextAreaElement>
}) {
  const form = useRef<HTMLFormElement>(null)
  const hintId = useId()
  const [hasRefusedFile, setHasRefusedFile] = useState(false)
  const tooMany = text.length - maxMessageLength

  function send() {
    if (text.trim() === '' || tooMany > 0) form.current?.querySelector('textarea')?.focus()
    else {
      setHasRefusedFile(false)
      onSend(text)
    }
  }

  /** The chat takes words alone: a file is not dropped without a word, nor opened in place of the page. */
  function refuseFiles(event: ClipboardEvent | DragEvent, given: DataTransfer) {
    if (given.files.length === 0) return
    // A program may put a text beside its picture, which is taken.
    if (given.getData('text/plain') === '') event.preventDefault()
    setHasRefusedFile(true)
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
        className="input composer-input"
        dir="auto"
        aria-label={label}
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
        onPaste={(event) => refuseFiles(event, event.clipboardData)}
        onDrop={(event) => refuseFiles(event, event.dataTransfer)}
      />
      <p role="status" className="composer-refusal" hidden={!hasRefusedFile}>
        {hasRefusedFile && (
          <>
            Pictures and files can’t be sent in the chat. <Link to={paths.reportBug}>Report a bug</Link> to attach them.
          </>
        )}
      </p>
      <div className="composer-row">
        {tools}
        <p id={hintId} className="composer-hint" data-over={tooMany > 0 || undefined}>
          {tooMany > 0 ? `${numberOf(tooMany)} too many characters` : 'Enter sends, Shift+Enter: new line'}
        </p>
        <Button type="submit" size="xs" icon={<IconSend2 size={16} aria-hidden />}>
          {sends}
        </Button>
      </div>
    </form>
  )
}
