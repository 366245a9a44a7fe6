import { LatePopover } from './late-popups.tsx'
import { PlainPopup } from './plain-modal.tsx'
import type { PopoverProps } from './popup-props.ts'
import './popups.css'

/** Opens more than a menu beside its button while it is mounted. It closes on Escape and when somebody goes elsewhere. */
export function Popover(props: PopoverProps & { 'aria-label': string }) {
  const { 'aria-label': label, onClose, children } = props
  const plain = (
    <PlainPopup label={label} onClose={onClose}>
      {children}
    </PlainPopup>
  )
  return <LatePopover plain={plain} coming={null} part={props} />
}
