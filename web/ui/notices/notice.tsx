import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './notice.css'

const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle, error: IconCircleX }

/** Shows a message inside the page. Errors are announced when they appear; the others are part of the page. */
export function Notice({
  tone = 'info',
  title,
  children,
}: {
  tone?: keyof typeof icons
  title?: ReactNode
  children?: ReactNode
}) {
  const Icon = icons[tone]
  return (
    <div className="notice" data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
      <Icon size={18} aria-hidden className="notice-icon" />
      <div className="notice-words">
        {title && <p className="notice-title">{title}</p>}
        {children}
      </div>
    </div>
  )
}
