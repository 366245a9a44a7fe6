import type { ReactNode } from 'react'
import './empty-state.css'

/** Shows that a place is empty, and offers what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="empty-state">
      {icon && (
        <div className="empty-state-icon" aria-hidden>
          {icon}
        </div>
      )}
      <p className="empty-state-title">{title}</p>
      {children && <div className="empty-state-words">{children}</div>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  )
}
