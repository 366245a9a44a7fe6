import { IconMessageCircle, IconX } from '@tabler/icons-react'
import { type Ref, useId } from 'react'
import './chat-toggle.css'

/** Shows the floating button that opens and closes the chat. */
export function ChatToggle({
  isOpen,
  isQuiet,
  waiting,
  waitingWords,
  onClick,
  ref,
}: {
  isOpen: boolean
  /** For those whose navigation bar leads to the inbox, and tells the number. */
  isQuiet: boolean
  /** Number of unread messages or waiting conversations. */
  waiting: number
  /** The same in words, such as "2 unread messages". */
  waitingWords: string
  onClick: () => void
  ref: Ref<HTMLButtonElement>
}) {
  const wordsId = useId()
  const hasBadge = waiting > 0 && !isOpen
  return (
    <div className="chat-toggle-place" data-quiet={isQuiet || undefined}>
      <button
        ref={ref}
        type="button"
        className="chat-toggle"
        aria-label="Live chat"
        aria-expanded={isOpen}
        aria-describedby={hasBadge ? wordsId : undefined}
        title={isOpen ? 'Close the live chat' : 'Open the live chat'}
        onClick={onClick}
      >
        {isOpen ? <IconX aria-hidden /> : <IconMessageCircle aria-hidden />}
      </button>
      {hasBadge && (
        <>
          <span className="chat-toggle-count tabular" aria-hidden>
            {waiting > 99 ? '99+' : waiting}
          </span>
          <span id={wordsId} className="visually-hidden">
            {waitingWords}
          </span>
        </>
      )}
    </div>
  )
}
