import { LateModal } from './late-popups.tsx'
import { PlainModal } from './plain-modal.tsx'
import type { ModalProps } from './popup-props.ts'
import './popups.css'

/** Opens something above the page while it is mounted. */
export function Modal(props: ModalProps) {
  return <LateModal plain={<PlainModal {...props} />} coming={null} part={props} />
}
