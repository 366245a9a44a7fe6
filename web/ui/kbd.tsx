import type { ReactNode } from 'react'
import './kbd.css'

/** Name of the modifier key that sends forms on this machine. */
export const modifierKey = /mac|iphone|ipad/i.test(globalThis.navigator?.userAgent ?? '') ? '⌘' : 'Ctrl'

/** One key of a shortcut. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="kbd">{children}</kbd>
}

/** The quiet hint beside a form's button. Hidden where there is no keyboard to speak of. */
export function SendShortcut({ verb }: { verb: string }) {
  return (
    <span className="send-shortcut" aria-hidden>
      <Kbd>{modifierKey}</Kbd> <Kbd>↵</Kbd> {verb}
    </span>
  )
}
