import { Fragment, type ReactNode } from 'react'
import { isMac, keyNames } from '#web/lib/keys/key-chord.ts'
import './kbd.css'

/** Name of the modifier key that sends forms on this machine. */
export const modifierKey = isMac ? '⌘' : 'Ctrl'

/** Shows one key of a shortcut. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="kbd">{children}</kbd>
}

/** Shows the keys of an action, such as 'Mod+K' or 'g b', as on this machine's keyboard. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="keys">
      {keyNames(keys).map((names, press) => (
        <Fragment key={press}>
          {press > 0 && <span className="keys-then">then</span>}
          {names.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}

/** Shows the hint beside a form's button. Hidden on devices without a keyboard. */
export function SendShortcut({ verb }: { verb: string }) {
  return (
    <span className="send-shortcut" aria-hidden>
      <Keys keys="Mod+Enter" /> {verb}
    </span>
  )
}
