import { type ReactNode, useState } from 'react'
import './collapsible.css'

/** Length in characters, or lines, from which on texts start collapsed. */
const longText = 2_400
const longLines = 28

/** Returns whether a text would push everything else off the screen. */
export function isLong(text: string): boolean {
  if (text.length > longText) return true
  let lines = 0
  for (const character of text) if (character === '\n' && ++lines > longLines) return true
  return false
}

/**
 * Shows the beginning of something long, and all of it on request. Whatever scrolls the clipped part, such as focus or
 * the browser's search, opens it too; on paper everything is shown.
 */
export function Collapsible({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return children
  return (
    <div className="collapsible">
      <div className="collapsible-clip" onScroll={() => setIsOpen(true)}>
        {children}
      </div>
      <button type="button" className="collapsible-open not-printed" onClick={() => setIsOpen(true)}>
        Show all <span className="visually-hidden">of {label}</span>
      </button>
    </div>
  )
}
