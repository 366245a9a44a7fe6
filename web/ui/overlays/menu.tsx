import { Link } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { LateMenu } from './late-popups.tsx'
import { PlainPopup } from './plain-modal.tsx'
import type { MenuProps } from './popup-props.ts'
import './popups.css'

/** Opens a menu beside its button while it is mounted. */
export function Menu(props: MenuProps) {
  return <LateMenu plain={<PlainMenu {...props} />} coming={null} part={props} />
}

function PlainMenu({ label, entries, onClose }: MenuProps) {
  return (
    <PlainPopup label={label} onClose={onClose}>
      {entries.map(({ key, icon, words, to, onRun }) => {
        const run = () => {
          flushSync(onClose)
          onRun?.()
        }
        return to === undefined ? (
          <button key={key} type="button" className="menu-item" onClick={run}>
            {icon}
            {words}
          </button>
        ) : (
          <Link key={key} className="menu-item" to={to} onClick={onClose}>
            {icon}
            {words}
          </Link>
        )
      })}
    </PlainPopup>
  )
}
