import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { CloseButton } from '#web/ui/controls/close-button.tsx'
import { ReconnectingStrip } from '../conversation/reconnecting-strip.tsx'
import './chat-box.css'

/**
 * Shows the frame of the open chat: a panel beside the page, or all of a phone's screen, which then traps the focus.
 * Escape closes it.
 */
export function ChatBox({
  header,
  subtitle,
  back,
  actions,
  children,
  onClose,
}: {
  header: string
  subtitle: ReactNode
  /** Goes back to the previous content. */
  back?: ReactNode
  actions?: ReactNode
  children: ReactNode
  onClose: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const isSheet = useMediaQuery('(max-width: 640px)')

  function onKeyDown(event: KeyboardEvent) {
    // What is open above the box handles its own keys.
    if (event.target instanceof Element && !box.current?.contains(event.target)) return
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Tab' && isSheet && box.current) holdFocus(event, box.current)
  }
  return (
    <div
      ref={box}
      role="dialog"
      aria-labelledby={id}
      aria-modal={isSheet || undefined}
      className="chat-box"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <header className="chat-box-header">
        {back}
        <div className="chat-box-words">
          <h2 id={id}>{header}</h2>
          <p className="chat-box-subtitle">{subtitle}</p>
        </div>
        {actions}
        <CloseButton size={32} label="Close the live chat" onClick={onClose} />
      </header>
      <ReconnectingStrip />
      {children}
    </div>
  )
}

const stops = 'a[href], button:not([disabled]), input, textarea, select, [tabindex="0"]'

/** Moves Tab from the last stop to the first, and back. */
function holdFocus(event: KeyboardEvent, box: HTMLElement): void {
  const all = [...box.querySelectorAll<HTMLElement>(stops)].filter((stop) => stop.tabIndex >= 0 && stop.offsetParent)
  const [first, last] = [all[0], all.at(-1)]
  const leaves = event.shiftKey ? first : last
  if (document.activeElement !== leaves) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}
